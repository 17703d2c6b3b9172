"""Why a decision was costly: a code, for which `reviews.text.sentences` has the words."""

from typing import assert_never

from games.bots.future import unseen
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.observation import Observation
from games.reviews.analysis.decision_costs import Weighed

DANGER = 0.03  # so much more danger of being cast out is a reason of its own,
MOSTLY = 0.5  # if it explains this part of the cost
LATE = 0.2  # from this chance on that the next card is the last, the end is near

CODES = (
    *("paid-too-much", "paid-too-much-danger", "passed-up", "passed-up-late"),
    *("took-disgrace", "fled-disgrace", "fled-disgrace-danger"),
    *("bid-too-high", "bid-too-high-danger", "bid-too-low", "wrong-cards"),
    *("gave-up-better", "sealed-too-high", "sealed-too-high-danger", "sealed-too-low"),
)


def reason(weighed: Weighed, view: Observation) -> str:
    """One of CODES for a decision with a better alternative; ValueError without one."""
    if weighed.rival is None:
        raise ValueError("there was nothing else to do")
    code = _code(weighed.action, weighed.rival, view)
    more = weighed.out - weighed.rival_out
    if f"{code}-danger" in CODES and more >= max(DANGER, MOSTLY * weighed.cost):
        return f"{code}-danger"
    if code == "passed-up" and unseen(view).end_chance >= LATE:
        return "passed-up-late"
    return code


def _code(action: Action, rival: Action, view: Observation) -> str:
    is_disgrace = view.lot is not None and view.lot.is_disgrace
    match action:
        case Pass():
            return "took-disgrace" if is_disgrace else "passed-up"
        case Discard():
            return "gave-up-better"
        case Commit(_, value):
            is_high = isinstance(rival, Commit) and value > rival.money
            return "sealed-too-high" if is_high else "sealed-too-low"
        case Bid(_, money):
            return _bid_code(money, rival, is_disgrace=is_disgrace)
        case _:
            assert_never(action)


def _bid_code(money: frozenset[int], rival: Action, *, is_disgrace: bool) -> str:
    if not isinstance(rival, Bid):
        return "fled-disgrace" if is_disgrace else "paid-too-much"
    if sum(money) == sum(rival.money):
        return "wrong-cards"
    return "bid-too-high" if sum(money) > sum(rival.money) else "bid-too-low"
