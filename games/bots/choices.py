"""The few actions worth a thought, of all that are legal."""

from games.bots.raising import AMOUNT, sensible
from games.engine.actions import Action, Bid, Discard, Pass
from games.engine.money import CARDS, MASK
from games.engine.observation import Observation


def choices(view: Observation) -> list[Action]:
    """What the viewer may sensibly do; the first is the least that can be done."""
    match view.legal[0]:
        case Pass(seat):
            return [Pass(seat), *(Bid(seat, CARDS[money]) for money in _raises(view, seat))]
        case Discard():
            return [least_luxury(view)]
        case _:
            return list(view.legal)


def _raises(view: Observation, seat: int) -> list[int]:
    hand, bid = (MASK[frozenset(money)] for money in (view.hand or (), view.seats[seat].bid))
    return sensible(hand, view.highest_bid // 1_000 - AMOUNT[bid])


def least_luxury(view: Observation) -> Action:
    """The discard that gives up the least."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: action.card.worth)
