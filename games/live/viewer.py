"""A connected viewer: somebody whose page shows a room, and what that page has been sent."""

from django.utils import translation

from games.accounts import session
from games.models import Player
from games.rooms.names import invented_name
from games.screens import CloseReason, SeenState, Viewer, WaitingFacts
from games.screens.rendering import Parts
from games.screens.table_facts import NO_BADGES, SeatBadges, Table


class ConnectedViewer:
    """Who looks at a room over one connection, and what their page shows at the moment.

    Read and written by the event loop alone; `games.live.frames` keeps the second half up to date.
    Until the first snapshot is rendered for it (`role` is None) the viewer is joining.
    """

    def __init__(self, room_id: int, player: Player | None, language: str, site: str) -> None:
        self.room_id = room_id
        self.player = player
        self.login = session.login_of(player) if player else None
        self.language = language
        self.site = site
        with translation.override(language):
            self.invented = invented_name()
        self.csrf_token = ""
        self.has_missed = False  # something changed while the viewer was joining

        self.role: Viewer | None = None
        self.member_id: int | None = None
        self.signature: tuple[int | None, str] = (None, "never seen")
        self.table: Table | None = None
        self.version = -1
        self.changes = -1
        self.message = 0
        self.seat_badges: SeatBadges = NO_BADGES
        self.absent: frozenset[int] = frozenset()
        self.sent: Parts = {}
        # Of the last move that was sent: the parts which all viewers share, and what the viewer's
        # own parts depend on while they wait. None if something else was sent since.
        self.shared: Parts | None = None
        self.waiting_facts: WaitingFacts | None = None

    @property
    def player_id(self) -> int:
        """The player's id; 0 for a stranger."""
        return self.player.pk if self.player else 0

    @property
    def game_id(self) -> int | None:
        """The game on the table as the page shows it."""
        return self.signature[0]

    @property
    def seen_state(self) -> SeenState:
        """The state of the room that the page shows."""
        return SeenState(self.changes, self.game_id or 0, max(0, self.version), self.message)

    def is_at(self, game_id: int, seat: int) -> bool:
        """Whether this is the view of the seat's own player."""
        return self.game_id == game_id and self.role is not None and self.role.seat == seat

    def has_logged_out(self, login: session.Login | None) -> bool:
        """Whether the stored `login` is no longer the one that this connection was opened with.

        It changes with a logout, a new password or the state of the account. A guest who has signed
        up meanwhile stays, and is bound to the new account from now on.
        """
        if self.login is not None and login is not None and self.login == (login[0], ""):
            self.login = login
        return self.login is not None and self.login != login

    def push(self, html: str) -> None:
        """Send HTML whose elements replace those with the same ids."""
        raise NotImplementedError

    def close(self, reason: CloseReason) -> None:
        """Tell the viewer why they cannot stay, and close for good."""
        raise NotImplementedError

    def drop(self) -> None:
        """Close in such a way that the page connects again at once."""
        raise NotImplementedError
