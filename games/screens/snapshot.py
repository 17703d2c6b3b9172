"""Everything that is loaded to show a room once (`Snapshot`), and who looks at it (`Viewer`).

A snapshot is read from the database once and serves every viewer of the room. It still holds the
secrets of the game; the functions that render take from it what one viewer may know.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import get_language

from games.engine.editions import EDITIONS
from games.models import Game, Member, Message, Player, Room
from games.play import position
from games.play.automation import automation_of
from games.play.copied_logs import eras_of
from games.play.position import StoredPosition, position_of
from games.rooms import blocking, chat, lookup, presence
from games.rooms.bots import character_of
from games.rooms.names import invented_name
from games.rooms.series import SeriesLine, series_of
from games.screens.seen_state import SeenState, outline_text
from games.screens.table_facts import NO_BADGES, SeatBadges, Table
from games.text.lookalikes import is_taken


@dataclass(frozen=True, slots=True)
class TakenName:
    """A name under which somebody could not come in, a free one like it, and where to send it."""

    name: str
    free: str
    url: str


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a room: a stranger (no player), a watcher (no seat), or a seat's player."""

    player: Player | None
    seat: int | None
    is_member: bool
    is_host: bool
    site: str
    invented: str
    csrf_token: str = ""  # of the viewer's page or socket, for the forms of every part
    taken_name: TakenName | None = None  # in the answer to a form that has just been refused

    @property
    def player_id(self) -> int:
        """The player's id; 0 for a stranger."""
        return self.player.pk if self.player else 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A room as it is stored at one moment, with the secrets of its game."""

    room: Room
    members: tuple[Member, ...]
    removed: frozenset[int]
    talk: tuple[Message, ...]
    mutes: frozenset[tuple[int, int]]
    game: Game | None = None
    table: Table | None = None
    position: StoredPosition | None = None
    seat_badges: SeatBadges = NO_BADGES
    has_earlier_talk: bool = False
    series: tuple[SeriesLine, ...] = ()
    blocks: frozenset[tuple[int, int]] = frozenset()
    favourites: frozenset[tuple[int, int]] = frozenset()

    @property
    def signature(self) -> tuple[int | None, str]:
        """The game and its status: if it changes, the whole room is sent, not its parts."""
        return (self.game.pk, self.game.status) if self.game else (None, "")

    @property
    def seen_state(self) -> SeenState:
        """What a page says it has if it shows this snapshot."""
        return SeenState(
            changes=self.room.changes,
            game=self.game.pk if self.game else 0,
            version=self.position.version if self.position else 0,
            message=self.last_message,
        )

    @property
    def last_message(self) -> int:
        """The id of the newest message; 0 if there is none."""
        return self.talk[-1].pk if self.talk else 0


def load(room: Room) -> Snapshot:
    """The room as it is stored now; rendering it asks the database for nothing more."""
    talk, has_earlier = chat.talk_of(room)
    here = (
        room,
        tuple(lookup.members_of(room)),
        lookup.removed_from(room),
        tuple(talk),
        chat.mutes_in(room),
    )
    lists = blocking.lists_among([member.player_id for member in here[1]])
    game = lookup.game_of(room)
    if game is None:
        return Snapshot(*here, has_earlier_talk=has_earlier, blocks=lists[0], favourites=lists[1])
    table = Table(
        edition=EDITIONS[game.edition],
        names=tuple(seat.name for seat in game.seats.all()),
        url=reverse("play", args=[room.invite]),
        faces=tuple(face_of(seat.player) for seat in game.seats.all()),
        eras=eras_of(game),
    )
    position = position_of(game.pk, game.version)
    badges = _seat_badges(game, here[1])
    series = series_of(room, game) if game.status == Game.Status.FINISHED else ()
    return Snapshot(*here, game, table, position, badges, has_earlier, series, *lists)


def face_of(player: Player | None) -> str:
    """The id of a bot's drawing; empty for people."""
    character = character_of(player)
    return character.face if character else ""


def _seat_badges(game: Game, members: Sequence[Member]) -> SeatBadges:
    """Which seats are bots, have a stand-in, or have an absent player."""
    seats, automation = list(game.seats.all()), automation_of(game)
    seen = {member.player_id: member.seen_at for member in members}
    bots = frozenset(seat.number for seat in seats if seat.player and seat.player.bot)
    people = [seat for seat in seats if seat.number not in bots]
    absent = presence.absent_since({seat.number: seen.get(seat.player_id or 0) for seat in people})
    if game.status == Game.Status.RUNNING:
        absent += tuple((seat.number, 0) for seat in people if seat.player_id not in seen)
    return SeatBadges(bots, automation.stand_ins, absent)


def viewer_of(
    snapshot: Snapshot,
    player: Player | None,
    site: str,
    invented: str = "",
    *,
    csrf_token: str = "",
) -> Viewer:
    """What `player` is in this room; `site` is the origin they use, `invented` a name to offer."""
    member = next((m for m in snapshot.members if player and m.player_id == player.pk), None)
    seat = position.seat_of(snapshot.game, player) if snapshot.game and member else None
    is_host = player is not None and snapshot.room.host_id == player.pk
    if invented and player is None and is_taken(invented, names := names_here(snapshot)):
        invented = invented_name(names)
    is_member = member is not None
    return Viewer(player, seat, is_member, is_host, site, invented, csrf_token)


def outline_of(snapshot: Snapshot, viewer: Viewer) -> str:
    """What a page says that shows this room to this viewer, whatever its parts show."""
    names = snapshot.table.names if snapshot.table else ()
    who = (viewer.player_id, viewer.seat, viewer.is_member, viewer.is_host)
    return outline_text(snapshot.room.pk, snapshot.signature, names, who, get_language())


def names_here(snapshot: Snapshot) -> set[str]:
    """The names of all members and of all seats."""
    seated = snapshot.table.names if snapshot.table else ()
    return {*(member.player.name for member in snapshot.members), *seated}
