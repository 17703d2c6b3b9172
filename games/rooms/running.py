"""A person's own running games: where they are played, and whose turn it is."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime

from games.engine.editions import EDITIONS
from games.models import CORRESPONDENCE, Game, Player, Room, Seat
from games.play.position import position_of

MOST_LISTED = 12
NEVER = datetime.max.replace(tzinfo=UTC)
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A running game as one of its players finds it in a list; `until` only of turns over days."""

    room: Room
    edition: str
    others: tuple[str, ...]
    waits_for: tuple[str, ...]
    is_my_turn: bool
    game_id: int
    until: datetime | None = None


def running_games_of(player: Player) -> list[RunningGame]:
    """The player's newest running games, first those in which it is their turn, soonest ends first.

    A game that cannot be read is logged and left out.
    """
    games = Game.objects.filter(seats__player=player, status=Game.Status.RUNNING)
    newest = games.filter(room__closed_at=None).order_by("-pk")[:MOST_LISTED]
    found = []
    for game in newest.select_related("room").prefetch_related("seats"):
        try:
            found.append(_listed(game, player))
        except Exception:
            log.exception("The game %s cannot be listed.", game.code)
    return sorted(found, key=lambda each: (not each.is_my_turn, each.until or NEVER))


def _listed(game: Game, player: Player) -> RunningGame:
    seats: list[Seat] = list(game.seats.all())
    acting = position_of(game.pk, game.version).state.seats_to_act
    return RunningGame(
        room=game.room,
        edition=EDITIONS[game.edition].title,
        others=tuple(seat.name for seat in seats if seat.player_id != player.pk),
        waits_for=tuple(seat.name for seat in seats if seat.number in acting),
        is_my_turn=any(seat.player_id == player.pk for seat in seats if seat.number in acting),
        game_id=game.pk,
        until=game.deadline if game.clock >= CORRESPONDENCE else None,
    )


def games_waiting_for(player: Player) -> int:
    """In how many of their newest running games it is the player's turn."""
    return sum(each.is_my_turn for each in running_games_of(player))
