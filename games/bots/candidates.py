"""The few legal actions that the analysis of a game compares."""

from games.bots.raises import AMOUNT, sensible
from games.engine.actions import Action, Bid, Discard, Pass
from games.engine.money import CARDS, MASK
from games.engine.observation import Observation


def candidates(view: Observation) -> list[Action]:
    """The actions to compare; a pass, if it is legal, comes first."""
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
    """The discard of the luxury with the lowest worth."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    return min(discards, key=lambda action: action.card.worth)
