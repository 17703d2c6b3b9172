"""Kinds of players by the most they pay for a lot, in a few lines each.

They are opponents to measure by and to learn from, no bots that people meet. A kind is a function
of a `Scene`; `Player` makes a bot of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean

from games.bots import beliefs
from games.bots.candidates import least_luxury
from games.bots.memory import Memory
from games.bots.population.scene import Scene, scene
from games.bots.raises import AMOUNT, CHEAPEST, raise_within
from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import Card, Kind
from games.engine.money import CARDS
from games.engine.observation import Observation

Limit = Callable[[Scene], float]
KINDS: dict[str, "Player"] = {}


@dataclass(frozen=True, slots=True)
class Player:
    """A bot that pays up to a limit; a jump is the part of it that a raise goes to at once."""

    limit: Limit
    jump: float = 0.0

    def __call__(self, view: Observation, memory: Memory, _: Random) -> Action:
        if isinstance(view.legal[0], Discard):
            return least_luxury(view)
        seat = view.legal[0].seat
        most = self.limit(scene(view, memory, seat))
        if isinstance(view.legal[0], Commit):
            cards = sorted(view.hand or ())
            return Commit(
                seat, max((card for card in cards if card <= 1_000 * most), default=cards[0])
            )
        money = self._raise(view, memory, seat, most)
        return Bid(seat, CARDS[money]) if money else Pass(seat)

    def _raise(self, view: Observation, memory: Memory, seat: int, most: float) -> int:
        """The cards to lay for a raise within `most`; 0 if there are none."""
        hand, bid = beliefs.hands(view, memory)[seat], beliefs.bids(view)[seat]
        highest = view.highest_bid // 1_000
        far = CHEAPEST[hand][max(highest, int(self.jump * most) - 1, 0) - AMOUNT[bid]]
        if far and self.jump and AMOUNT[bid | far] <= most:
            return far
        return raise_within(hand, bid, highest, most)


def _kind(name: str, jump: float = 0.0) -> Callable[[Limit], Limit]:
    def add(limit: Limit) -> Limit:
        KINDS[name] = Player(limit, jump)
        return limit

    return add


@_kind("half-price")
def half_price(now: Scene) -> float:
    """Pays half of what is usual."""
    return 0.5 * now.usual


@_kind("thrifty")
def thrifty(now: Scene) -> float:
    """Pays 0.7 of what is usual."""
    return 0.7 * now.usual


@_kind("sparing")
def sparing(now: Scene) -> float:
    """Pays 0.85 of what is usual."""
    return 0.85 * now.usual


@_kind("lavish")
def lavish(now: Scene) -> float:
    """Pays 1.3 times what is usual."""
    return 1.3 * now.usual


@_kind("careful")
def careful(now: Scene) -> float:
    """Pays a fair price, but keeps nearly what the poorest other has, at the end more."""
    kept = now.others[0] + 1 if now.is_near_end else 0.85 * now.others[0]
    return min(now.fair, now.own - kept)


@_kind("cautious")
def cautious(now: Scene) -> float:
    """Pays what is usual, but keeps nearly what the second poorest other has."""
    return min(now.usual, now.own - 0.85 * now.others[1])


@_kind("hoarder")
def hoarder(now: Scene) -> float:
    """Pays a fair price, but never touches the last 75."""
    return min(now.fair, now.own - 75)


@_kind("miser")
def miser(now: Scene) -> float:
    """Pays a fifth of a fair price, and what is fair to be spared a disgrace."""
    return now.fair if now.lot.is_disgrace else 0.2 * now.fair


@_kind("late")
def late(now: Scene) -> float:
    """Saves until two end cards are out, then outbids everybody and stays above the poorest."""
    if now.view.end_cards_left > 2:
        return 0.3 * now.fair
    return min(2.5 * now.fair, now.own - now.others[0] - 1)


@_kind("bold")
def bold(now: Scene) -> float:
    """Buys early at twice a fair price, and hopes that the others will be poorer."""
    return min(2 * now.fair, now.own - 12)


@_kind("jumper", jump=0.8)
def jumper(now: Scene) -> float:
    """Pays what is usual, and bids most of it at once."""
    return now.usual


@_kind("bluffer", jump=0.5)
def bluffer(now: Scene) -> float:
    """Bids up what it does not want much, at other times pretends not to care."""
    return now.dice.choice((0.4, 1.0, 1.5)) * now.usual


@_kind("prestige-hunter")
def prestige_hunter(now: Scene) -> float:
    """Pays for prestige before all, and keeps the rest together."""
    return min(now.own - 30, 30) if now.lot.kind is Kind.PRESTIGE else 0.6 * now.usual


@_kind("collector")
def collector(now: Scene) -> float:
    """Wants the highest luxuries and lets the small things go."""
    return (1.4 if now.lot.is_luxury and now.lot.worth >= 7 else 0.4) * now.usual


@_kind("moody")
def moody(now: Scene) -> float:
    """Pays what is usual or much less or much more, as the mood takes it."""
    return now.dice.uniform(0.3, 1.7) * now.usual


@_kind("copycat")
def copycat(now: Scene) -> float:
    """Pays for a point what the others have paid on average, and a little more."""
    paid = [AMOUNT[each.money] for each in now.memory.payments if each.seat != now.seat]
    usual = now.fair if not paid else 1.1 * fmean(paid) * now.worth / 5
    return min(usual, now.own - 0.4 * now.others[0])


@_kind("squeamish")
def squeamish(now: Scene) -> float:
    """Flees a disgrace at any price and pays little for all else."""
    return (2.0 if now.lot.is_disgrace else 0.75) * now.usual


@_kind("equal")
def equal(now: Scene) -> float:
    """Stays about as rich as the others are on average."""
    return min(1.5 * now.fair, now.own - fmean(now.others) + 8)


@_kind("spoiler")
def spoiler(now: Scene) -> float:
    """Pays more when the leader of the status would get the lot."""
    seats = now.view.seats
    status = [sum(card.worth for card in seat.luxuries) * 2**seat.prestige for seat in seats]
    leads = now.view.highest_bidder not in (None, now.seat) and status[
        now.view.highest_bidder or 0
    ] == max(status)
    return (1.3 if leads else 0.8) * now.usual


@_kind("unafraid")
def unafraid(now: Scene) -> float:
    """Takes every disgrace, and spends on luxuries what that saves."""
    return 0.0 if now.lot.is_disgrace and now.lot is not Card.HALF else 1.1 * now.usual
