"""A hint for somebody's first game: one sentence about what lies before them now."""

from django.utils.translation import gettext as _

from games.engine.cards import Card, Kind
from games.engine.money import ALL, TOTAL
from games.engine.observation import Observation, SeatView
from games.engine.state import Phase
from games.narration import lot_name, money_text
from games.rulebook.blocks import say

LOW = TOTAL[ALL] // 4


def hint(view: Observation) -> str:
    """What a first-time player should know now; nothing for those who only watch."""
    if view.seat is None:
        return ""
    if view.phase is Phase.OVER:
        return _("First the poorest are cast out; only then does status decide.")
    if view.seat not in view.to_act:
        return _waiting(view, view.seats[view.seat])
    if view.phase is Phase.DISCARD:
        return say(view.edition, _("The %(luxury)s card worth least is usually the one to lose."))
    if view.phase is Phase.SEALED:
        return _("Your card is spent whatever happens; a number nobody else thinks of can win.")
    return _turn(view, view.seats[view.seat])


def _waiting(view: Observation, me: SeatView) -> str:
    if view.phase is not Phase.AUCTION or view.lot is None:
        return ""
    if me.has_passed:
        return _("You are out of this auction and your money is safe in your hand.")
    if not me.bid:
        return _("Watch what the others bid: their hands grow smaller too.")
    facts = {"money": money_text(view.edition, me.bid_total)}
    if view.lot.is_disgrace:
        return _("If somebody else passes first, you are spared and pay %(money)s.") % facts
    if view.highest_bidder == view.seat:
        return _("If nobody goes higher, you pay %(money)s and the card is yours.") % facts
    return _("Your %(money)s stay on the table until you pass or win.") % facts


def _turn(view: Observation, me: SeatView) -> str:
    """The most pressing thing about somebody's own turn."""
    lot = view.lot
    if lot is None:
        return ""
    if len(view.legal) == 1:
        return _("You cannot go higher, so passing is all you can do.")
    if lot.is_disgrace:
        return _disgrace(view, lot, me)
    if lot.is_luxury and me.is_theft_waiting:
        return say(view.edition, _("%(theft)s is waiting: this card would be lost at once."))
    return _purse(view, me) or _lot(view, lot)


def _disgrace(view: Observation, lot: Card, me: SeatView) -> str:
    name = {"lot": lot_name(view.edition, lot)}
    if lot is Card.THEFT and not me.luxuries:
        return _("You own nothing to lose yet, but %(lot)s would wait for your next card.") % name
    if lot is Card.HALF and not me.luxuries:
        return _("Half of little is little: %(lot)s hurts those most who own most.") % name
    return _("Pass and you take %(lot)s for free; bid and you pay only if another takes it.") % name


def _purse(view: Observation, me: SeatView) -> str:
    """A warning about money, as far as the viewer can know it."""
    if view.end_cards_left == 1:
        return _("The game can end with the very next card. Will your money be enough?")
    if _is_poorest(view):
        return _("Nobody has less money than you. If it ended like this, you would be cast out.")
    if _wealth(view, me) <= LOW:
        return _("Your money runs low. The poorest cannot win, however high their status.")
    return ""


def _wealth(view: Observation, me: SeatView) -> int:
    """What the viewer's hand and laid cards would count at the end."""
    return _counted(me, sum(view.hand or ()) + me.bid_total)


def _is_poorest(view: Observation) -> bool:
    """Whether nobody has less, where spent money is open; not while all have the same."""
    piles = [seat.spent for seat in view.seats]
    if view.seat is None or None in piles:
        return False
    money = [_counted(seat, TOTAL[ALL] - sum(seat.spent or ())) for seat in view.seats]
    return money[view.seat] == min(money) < max(money)


def _counted(seat: SeatView, money: int) -> int:
    return money * 2 if Card.GAMBLING in seat.claimed else money


def _lot(view: Observation, lot: Card) -> str:
    """What is good to know about this kind of card."""
    if len(view.revealed) == 1:
        return _("Start small: cards you lay stay laid, and you can add more on your next turn.")
    match lot:
        case Card.GAMBLING:
            return _("No status, but a purse that counts double is rarely the poorest.")
        case Card.EXCURSIONS:
            return _("Winning this gives all the others money back.")
    if lot.kind is Kind.PRESTIGE:
        return say(
            view.edition,
            _("%(prestige)s is worth as much again as all your %(luxury)s cards together."),
        )
    return _("Passing costs nothing. Ask yourself what this card is worth to the others.")
