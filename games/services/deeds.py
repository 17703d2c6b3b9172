"""What somebody at a table asks for, by form or by frame: a move, a sealed order, more time."""

from collections.abc import Callable
from functools import partial

from games.moves import Fields, is_more_time, is_order, move_from, order_from
from games.services import clock, orders
from games.services.table import Move, play_move

Deed = Move | Callable[[], None]


def deed_from(fields: Fields, game_id: int, seat: int, device: int | None = None) -> Deed:
    """A move, which a writer may take together with others, or what is to be called at once."""
    if is_more_time(fields):
        return partial(clock.extend, game_id, seat)
    if is_order(fields):
        return partial(orders.change, game_id, seat, order_from(fields))
    version, action = move_from(fields, seat)
    return Move(game_id, version, action, device=device)


def do(deed: Deed) -> None:
    """Do it here and now."""
    if isinstance(deed, Move):
        play_move(deed)
    else:
        deed()
