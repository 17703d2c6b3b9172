"""A comparison as it is shown: what was paid for each lot, and which lots divided the players."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from games.charts.spread import Spread, SpreadChart, spread_chart
from games.daily.results import LotFacts, splits_in
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS, Edition
from games.models import DailyDeal, DailyTry
from games.text.card_names import lot_title
from games.text.numbers import money_text, percent_text

SMALLEST_NOTE = 1_000


@dataclass(frozen=True, slots=True)
class Split:
    """A lot that divided the players: who got it, how often both sides won, and one's own side."""

    lot: str
    share: str
    wins_with: str
    wins_without: str
    is_own: bool | None


def prices_chart(
    deal: DailyDeal, lots: Sequence[LotFacts], attempt: DailyTry | None
) -> SpreadChart:
    """What the players paid for each lot, in the order in which they came up."""
    columns = (_("Lot"), _("You"), _("Got it"), _("Lowest"), _("Middle"), _("Highest"))
    words = _(
        "Each lot in order. Line: lowest to highest price paid; tick: the middle; ring: you. "
        "For bad cards: what was paid to avoid them."
    )
    edition = EDITIONS[deal.edition]
    rows = [_spread(edition, each, _own(attempt, each)) for each in lots]
    title = _("What players paid for each lot")
    written = partial(money_text, edition)
    return spread_chart("lot-prices", title, words, columns, rows, SMALLEST_NOTE, written)


def splits_of(
    deal: DailyDeal, lots: Sequence[LotFacts], attempt: DailyTry | None
) -> tuple[Split, ...]:
    """The lots that divided the players most evenly."""
    edition = EDITIONS[deal.edition]
    return tuple(
        Split(
            lot=lot_title(edition, BY_ID[each.card]),
            share=percent_text(each.taken / each.tries),
            wins_with=percent_text(each.wins_with / each.taken),
            wins_without=percent_text(each.wins_without / (each.tries - each.taken)),
            is_own=own[1] if (own := _own(attempt, each)) else None,
        )
        for each in splits_in(lots)
    )


def _own(attempt: DailyTry | None, facts: LotFacts) -> tuple[int, bool] | None:
    """What the player paid for the lot, and whether they got it."""
    if attempt is None or not attempt.lots:
        return None
    _card, paid, is_taken = attempt.lots[facts.number]
    return paid, is_taken


def _spread(edition: Edition, facts: LotFacts, own: tuple[int, bool] | None) -> Spread:
    def words(price: int | None) -> str:
        return "–" if price is None else money_text(edition, price)

    prices, paid = facts.prices, own[0] if own else None
    cells = (
        words(paid or None),
        percent_text(facts.taken / facts.tries),
        words(prices[0] if prices else None),
        words(facts.middle),
        words(prices[-1] if prices else None),
    )
    name = lot_title(edition, BY_ID[facts.card])
    return Spread(name, prices, facts.middle, paid or None, cells)
