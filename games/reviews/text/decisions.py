"""One decision in words: what was done, what was better, and what it cost."""

from dataclasses import dataclass
from typing import assert_never

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.money import TOTAL
from games.engine.record import Record
from games.engine.state import GameState
from games.reviews.analysis.decision_costs import BLUNDER, MISTAKE, SLIP, Weighed
from games.reviews.text.sentences import OWN_SENTENCES, SENTENCES
from games.text.card_names import lot_name
from games.text.numbers import money_text, percent, percent_text
from games.text.reader_names import initial_of, names_for


@dataclass(frozen=True, slots=True)
class Finding:
    """The texts of one decision: seat and lot, what was done, what was better, the cost.

    `name` is “You” for the reader's own decisions, `initial` the letter of the seat's crest.
    """

    ply: int
    auction: int
    lot: str
    seat: int
    name: str
    initial: str
    action_text: str
    better: str
    before: str
    after: str
    cost: float
    points: int
    size: str
    verdict: str
    futures: int
    sentence: str = ""

    @property
    def is_costly(self) -> bool:
        return self.size != "fine"


class Teller:
    """Writes the decisions of one game in the words of its edition; `own` is the reader's seat."""

    def __init__(self, record: Record, own: int | None = None) -> None:
        self.record = record
        self.edition = record.deal.edition
        self.own = own
        self.names = names_for(record.names, own)

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def finding(self, weighed: Weighed, sentence: str = "") -> Finding:
        seat, state = weighed.action.seat, self.record.states[weighed.ply]
        is_costly = weighed.is_costly
        rival = weighed.rival if is_costly else None
        return Finding(
            ply=weighed.ply,
            auction=state.revealed,
            lot=capfirst(self._lot(state)),
            seat=seat,
            name=self.names[seat],
            initial=initial_of(self.record.names[seat]),
            action_text=self._action_text(state, weighed.action),
            better=self._advice(state, rival) if rival else "",
            before=percent_text(weighed.rival_chance if is_costly else weighed.chance),
            after=percent_text(weighed.chance),
            cost=weighed.cost,
            points=percent(weighed.rival_chance) - percent(weighed.chance),
            size=_size(weighed.cost),
            verdict=_verdict(weighed),
            futures=weighed.futures,
            sentence=sentence,
        )

    def turning(self, weighed: Weighed, code: str) -> Finding:
        return self.finding(weighed, self._sentence(weighed, code))

    def _sentence(self, weighed: Weighed, code: str) -> str:
        state, action, rival = self.record.states[weighed.ply], weighed.action, weighed.rival
        left = len(state.deal.deck) - state.revealed
        facts = {
            "name": self.record.names[action.seat],
            "lot": self._lot(state),
            "bid": self._amount(state, action),
            "better": self._amount(state, rival),
            "cards": self._cards(action),
            "others": self._cards(rival),
            "lost": self._luxury(action),
            "spared": self._luxury(rival),
            "danger": percent_text(weighed.out),
            "safe": percent_text(weighed.rival_out),
            "end": percent_text(1 / left) if left else "",
        }
        sentences = OWN_SENTENCES if action.seat == self.own else SENTENCES
        return _(sentences[code]) % facts

    def _lot(self, state: GameState) -> str:
        return lot_name(self.edition, state.lot) if state.lot else ""

    def _amount(self, state: GameState, action: Action | None) -> str:
        """The total of the bid after the action; “” for a pass or discard."""
        match action:
            case Bid(seat, money):
                return money_text(self.edition, TOTAL[state.players[seat].bid] + sum(money))
            case Commit(_, value):
                return money_text(self.edition, value)
        return ""

    def _cards(self, action: Action | None) -> str:
        if not isinstance(action, Bid):
            return ""
        cards = sorted(action.money, reverse=True)
        return " + ".join(money_text(self.edition, value) for value in cards)

    def _luxury(self, action: Action | None) -> str:
        return lot_name(self.edition, action.card) if isinstance(action, Discard) else ""

    def _action_text(self, state: GameState, action: Action) -> str:
        """What was done, as it follows the name or “You” in a list of decisions."""
        facts = {"bid": self._amount(state, action), "lot": self._luxury(action)}
        return (self._own_text if action.seat == self.own else self._text)(state, action) % facts

    def _text(self, state: GameState, action: Action) -> str:
        match action:
            case Pass():
                return (
                    pgettext("done", "took it")
                    if _is_reverse(state)
                    else pgettext("done", "passed")
                )
            case Bid():
                return pgettext("done", "bid %(bid)s")
            case Discard():
                return pgettext("done", "gave up %(lot)s")
            case Commit():
                return pgettext("done", "put %(bid)s face down")
            case _:
                assert_never(action)

    def _own_text(self, state: GameState, action: Action) -> str:
        match action:
            case Pass():
                return (
                    pgettext("you", "took it") if _is_reverse(state) else pgettext("you", "passed")
                )
            case Bid():
                return pgettext("you", "bid %(bid)s")
            case Discard():
                return pgettext("you", "gave up %(lot)s")
            case Commit():
                return pgettext("you", "put %(bid)s face down")
            case _:
                assert_never(action)

    def _advice(self, state: GameState, action: Action) -> str:
        """What would have been better, as advice."""
        facts = {"bid": self._amount(state, action), "lot": self._luxury(action)}
        match action:
            case Pass():
                return _("take it") if _is_reverse(state) else _("pass")
            case Bid():
                return self._better_bid(state, action)
            case Discard():
                return _("give up %(lot)s") % facts
            case Commit():
                return pgettext("advice", "put %(bid)s face down") % facts
            case _:
                assert_never(action)

    def _better_bid(self, state: GameState, action: Bid) -> str:
        """The amount, and the cards if they do not follow from it."""
        facts = {"bid": self._amount(state, action), "cards": self._cards(action)}
        if facts["bid"] == facts["cards"]:
            return pgettext("advice", "bid %(bid)s") % facts
        return pgettext("advice", "bid %(bid)s (adding %(cards)s)") % facts


def _is_reverse(state: GameState) -> bool:
    return state.lot is not None and state.lot.is_disgrace


def _size(cost: float) -> str:
    if cost >= BLUNDER:
        return "blunder"
    if cost >= MISTAKE:
        return "mistake"
    return "slip" if cost >= SLIP else "fine"


def _verdict(weighed: Weighed) -> str:
    """The word for a decision: the size of its mistake, or that it was none."""
    match _size(weighed.cost):
        case "blunder":
            return _("blunder")
        case "mistake":
            return _("mistake")
        case "slip":
            return _("slip")
    if weighed.rival is None:
        return _("no choice")
    return _("best choice") if weighed.chance >= weighed.rival_chance else _("as good as any")
