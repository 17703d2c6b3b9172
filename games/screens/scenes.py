"""What there is to show of a room, and who looks at it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from games import selectors
from games.bots.characters import CHARACTERS
from games.company import company_of
from games.engine.editions import EDITIONS
from games.models import Game, Member, Message, Player, Room
from games.presentation import NOBODY_AWAY, Aside, Table
from games.services import presence
from games.services.table import Position, position_of


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: nobody known, a watcher, or the player of a seat."""

    player: Player | None
    seat: int | None
    is_member: bool
    is_host: bool
    site: str
    invented: str
    has_hints: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything there is to show of a room at one moment; the secrets are still in it."""

    room: Room
    members: tuple[Member, ...]
    removed: frozenset[int]
    talk: tuple[Message, ...]
    mutes: frozenset[tuple[int, int]]
    game: Game | None = None
    table: Table | None = None
    position: Position | None = None
    aside: Aside = NOBODY_AWAY

    @property
    def signature(self) -> tuple[int | None, str]:
        """When this changes the whole room is drawn anew."""
        return (self.game.pk, self.game.status) if self.game else (None, "")


def load(room: Room) -> Scene:
    """The room as it is now; everything later is made from this alone."""
    here = (
        room,
        tuple(selectors.members_of(room)),
        selectors.removed_from(room),
        tuple(selectors.talk_of(room)),
        selectors.mutes_in(room),
    )
    game = selectors.game_of(room)
    if game is None:
        return Scene(*here)
    table = Table(
        edition=EDITIONS[game.edition],
        names=tuple(seat.name for seat in game.seats.all()),
        url=reverse("play", args=[room.invite]),
        faces=tuple(face_of(seat.player) for seat in game.seats.all()),
    )
    position = position_of(game.pk, game.version)
    return Scene(*here, game, table, position, _aside(game, here[1]))


def face_of(player: Player | None) -> str:
    """The drawing of a bot; people have none."""
    character = CHARACTERS.get(player.bot) if player else None
    return character.face if character else ""


def _aside(game: Game, members: Sequence[Member]) -> Aside:
    """Who of the seats is a bot, has a bot sitting in, or is away."""
    seats, company = list(game.seats.all()), company_of(game)
    seen = {member.player_id: member.seen_at for member in members}
    born = frozenset(seat.number for seat in seats if seat.player and seat.player.bot)
    people = [seat for seat in seats if seat.number not in born]
    away = presence.absent_since({seat.number: seen.get(seat.player_id or 0) for seat in people})
    if game.status == Game.Status.RUNNING:
        away += tuple((seat.number, 0) for seat in people if seat.player_id not in seen)
    return Aside(born, company.stand_ins, away)


def viewer_of(
    scene: Scene, player: Player | None, site: str, invented: str = "", *, has_hints: bool = True
) -> Viewer:
    """What `player` is in this room, by which address they came, what name they are offered."""
    member = next((m for m in scene.members if player and m.player_id == player.pk), None)
    seat = selectors.seat_of(scene.game, player) if scene.game and member else None
    is_host = player is not None and scene.room.host_id == player.pk
    return Viewer(player, seat, member is not None, is_host, site, invented, has_hints)
