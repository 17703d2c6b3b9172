"""What the host decides about somebody who is away: a bot at once, or wait for them."""

from games.models import Game, Player
from games.refusals import NobodyIsAway, NoGameIsRunning
from games.services import presence
from games.services.rooms import changing, check_host


def let_a_bot_sit_in(room_id: int, host: Player, number: int) -> None:
    """A bot plays for the absent player of this seat from now on, until they are back."""
    _decide(room_id, host, number, waits=False)


def wait_for(room_id: int, host: Player, number: int) -> None:
    """No bot sits in for the absent player of this seat, and one that does gets up."""
    _decide(room_id, host, number, waits=True)


def _decide(room_id: int, host: Player, number: int, *, waits: bool) -> None:
    with changing(room_id) as room:
        check_host(room, host)
        game = room.games.filter(status=Game.Status.RUNNING).first()
        if game is None:
            raise NoGameIsRunning
        seats = game.seats.filter(number=number).select_related("player", "game")
        if not any(presence.is_away(seat) for seat in seats):
            raise NobodyIsAway
        seats.update(is_awaited=waits)
        presence.let_sit_in(game.pk, {number: "" if waits else room.level})
