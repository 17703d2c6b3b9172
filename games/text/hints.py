"""Hints for a first game: one sentence about the present position."""

from django.utils.translation import gettext as _

from games.engine.cards import Card, Kind
from games.engine.money import ALL, TOTAL
from games.engine.observation import Observation, SeatView
from games.engine.scoring import counted_money
from games.engine.state import Phase
from games.text.card_names import lot_name
from games.text.numbers import money_text
from games.text.rulebook.blocks import say

LOW = TOTAL[ALL] // 4


def hint(view: Observation) -> str:
    """The hint for the viewer of `view`; “” for a spectator."""
    if view.seat is None:
        return ""
    if view.phase is Phase.OVER:
        return _("First the poorest are cast out; only then does status decide.")
    if view.seat not in view.to_act:
        return _waiting(view, view.seats[view.seat])
    if view.phase is Phase.DISCARD:
        return say(view.edition, _("The %(luxury)s card worth least is usually the one to lose."))
    if view.phase is Phase.SEALED:
        return _("You pay this card even if you don’t win. Play one that nobody else plays.")
    return _turn(view, view.seats[view.seat])


def _waiting(view: Observation, me: SeatView) -> str:
    if view.phase is not Phase.AUCTION or view.lot is None:
        return ""
    if me.has_passed:
        return _("You’re out of this auction, and your money is back in your hand.")
    if not me.bid:
        return _("Keep track of what others spend: the poorest can’t win.")
    facts = {"money": money_text(view.edition, me.bid_total)}
    if view.lot.is_disgrace:
        return _("If somebody else passes first, you are spared and pay %(money)s.") % facts
    if view.highest_bidder == view.seat:
        return _("If nobody goes higher, you pay %(money)s and the card is yours.") % facts
    return _("Your %(money)s stay on the table until you pass or win.") % facts


def _turn(view: Observation, me: SeatView) -> str:
    """The most important hint about the viewer's own turn."""
    lot = view.lot
    if lot is None:
        return ""
    if len(view.legal) == 1:
        return _("You can’t bid higher, so you can only pass.")
    if lot.is_disgrace:
        return _disgrace(view, lot, me)
    if lot.is_luxury and me.is_theft_waiting:
        return say(view.edition, _("%(theft)s is waiting: this card would be lost at once."))
    return _purse(view, me) or _lot(view, lot)


def _disgrace(view: Observation, lot: Card, me: SeatView) -> str:
    name = {"lot": lot_name(view.edition, lot)}
    if lot is Card.THEFT and not me.luxuries:
        return (
            _("You have nothing to lose yet, but %(lot)s would take the next card you win.") % name
        )
    if lot is Card.HALF and not me.luxuries:
        return _("You own little yet, so %(lot)s would cost you little.") % name
    return (
        _("Pass and you take %(lot)s for free. Bid and you pay only if someone else takes it.")
        % name
    )


def _purse(view: Observation, me: SeatView) -> str:
    """A warning about the viewer's money; “” if there is none to give."""
    if view.end_cards_left == 1:
        return _("The next card may end the game. Do you have enough money?")
    if _is_poorest(view):
        return _("Nobody has less money than you. If the game ended now, you’d be cast out.")
    if _wealth(view, me) <= LOW:
        return _("Your money is running low. The poorest can’t win, whatever their status.")
    return ""


def _wealth(view: Observation, me: SeatView) -> int:
    """What the viewer's hand and open bid count at the end."""
    return counted_money(sum(view.hand or ()) + me.bid_total, me.claimed)


def _is_poorest(view: Observation) -> bool:
    """Whether no seat has less, as far as spent money is open; False while all have the same."""
    piles = [seat.spent for seat in view.seats]
    if view.seat is None or None in piles:
        return False
    money = [counted_money(TOTAL[ALL] - sum(seat.spent or ()), seat.claimed) for seat in view.seats]
    return money[view.seat] == min(money) < max(money)


def _lot(view: Observation, lot: Card) -> str:
    """A hint about this kind of card."""
    if len(view.revealed) == 1:
        return _("Start small: cards you lay stay laid, and you can add more on your next turn.")
    match lot:
        case Card.GAMBLING:
            return _("No points, but doubled money makes you hard to cast out.")
        case Card.EXCURSIONS:
            return _("If you win this, everyone else takes back their highest spent note.")
    if lot.kind is Kind.PRESTIGE:
        return say(
            view.edition,
            _("%(prestige)s is worth as much again as all your %(luxury)s cards together."),
        )
    return _("Passing costs nothing. Ask yourself what this card is worth to the others.")
