"""What a lot is worth to each seat: the most it should pay, from money, cards and the deck left."""

from collections.abc import Sequence
from typing import NamedTuple

from games.bots.fast_table import (
    GAMBLING,
    LOWEST,
    PRESTIGE,
    THEFT,
    WORTH,
    Table,
)
from games.engine.seats import MOST_SEATS

USE_FOR_THEFT = 2.0  # what a luxury is worth to a seat that would lose it at once
FEAR_OF_THEFT = 3.0  # what it is worth to avoid a theft that finds nothing yet


class Temper(NamedTuple):
    """The weights of an appraisal; those of `TUNED` come from many games against itself."""

    luxury: float
    prestige: float
    disgrace: float
    gambling: float
    reserve: float  # the part of the poorest rival's money to keep
    end: float  # how steeply that part grows when the next card may be the last
    hope: float  # the part of the luxuries to come that a seat counts as its own
    rivalry: float  # how much what is to come makes this lot less pressing
    calm: float  # the same without any reason
    noise: float  # how far a limit may be off, as a part of it


class Mind(NamedTuple):
    """How a player differs from a temper: factors on the four weights of its eagerness, the part of
    the poorest rival's money to keep, money never to touch, and the part of all the money that
    prices are reckoned from (0: from what need not be kept); patience raises prices late."""

    luxury: float = 1.0
    prestige: float = 1.0
    disgrace: float = 1.0
    gambling: float = 1.0
    reserve: float = 0.422
    floor: float = 0.0
    open: float = 0.0
    patience: float = 0.0
    noise: float = 0.1


Minds = Sequence[Mind]
WHOLE = 16  # cards of a deck without ★
TUNED = Temper(2.67, 1.65, 5.02, 1.7, 0.422, 0.34, 0.172, 1.63, 16.3, 0.03)


class Unseen(NamedTuple):
    """The cards that were not turned up yet: the worth of the luxuries, the number of prestige
    cards, of all cards, and of end cards."""

    luxury: int
    prestige: int
    left: int
    end_cards: int

    @property
    def end_chance(self) -> float:
        """The chance that the next card ends the game."""
        return 1 / self.left if self.end_cards == 1 else 0.0


class Lot(NamedTuple):
    """A lot and what does not depend on the table: what it brings (`gains` by seat, a `share` of
    the final standing), what else there is to buy, and how eager and how careful each seat is."""

    number: int
    gains: list[float]
    share: float
    hoped: float
    rest: float
    slope: float
    calm: float
    reserve: list[float]
    floor: Sequence[float]
    open: Sequence[float]
    eager: list[float]
    chances: list[float]

    def sought(self, zeal: float) -> "Lot":
        """The same lot with all eagerness multiplied by `zeal`."""
        return self._replace(eager=[zeal * each for each in self.eager])


# For each lot: the index of its weight in Temper, its gain, and its share of the standing.
_KINDS = (
    *((0, float(worth), 0.0) for worth in WORTH),
    (1, 0.0, 1.0),
    (2, 0.0, 0.5),
    (2, 5.0, 0.0),
    (2, FEAR_OF_THEFT, 0.0),
    (3, 0.0, 0.0),
)

KIND = tuple(kind for kind, _, _ in _KINDS)
NOTHING = tuple((0.0,) * seats for seats in range(MOST_SEATS + 1))  # no floor and no open, by seats


def appraise(
    number: int, unseen: Unseen, temper: Temper, chances: list[float], minds: Minds = ()
) -> Lot:
    """The lot `number`, given what is `unseen`; `chances` (0 to 1, by seat) are the noise.

    Without `minds` every seat is of the plain one.
    """
    luxury, prestige, left, end_cards = unseen
    _, _, _, _, _, _, hope, rivalry, calm, noise = temper
    to_come = luxury * end_cards / (end_cards + 1)
    slope = rivalry * prestige * (end_cards - 1) / end_cards
    kind, gain, share = _KINDS[number]
    gains, rest = [gain] * len(chances), rivalry * to_come
    floor: Sequence[float]
    open: Sequence[float]
    if not minds:
        least, span = temper[kind] * (1 - noise), temper[kind] * 2 * noise
        eager = [least + span * chance for chance in chances]
        reserve = [careful(temper.reserve, temper.end, unseen)] * len(chances)
        floor = open = NOTHING[len(chances)]
    else:
        late = 0.5 - left / WHOLE
        eager = [
            temper[kind]
            * mind[kind]
            * (1 + mind.patience * late)
            * (1 + mind.noise * (2 * chance - 1))
            for mind, chance in zip(minds, chances, strict=True)
        ]
        reserve = [careful(mind.reserve, temper.end, unseen) for mind in minds]
        floor, open = [mind.floor for mind in minds], [mind.open for mind in minds]
    return Lot(
        number,
        gains,
        share,
        hope * to_come,
        rest,
        slope,
        calm,
        reserve,
        floor,
        open,
        eager,
        chances,
    )


def careful(part: float, end: float, unseen: Unseen) -> float:
    """The part of the poorest rival's money to keep: more when the next card may be the last."""
    return part + (1 - part) * (1 / unseen.left) ** end if unseen.end_cards == 1 else part


def limits(table: Table, money: list[int], lot: Lot) -> list[float]:
    """The most each seat would pay for the lot, in thousands; `money` is hand and open bid.

    Called for every lot of every playout, hence one loop for all seats.
    """
    number, gains, share, hoped, rest, slope, calm, reserve, floor, open, eager, _ = lot
    gambler, theft = table.gambling, table.theft
    if gambler >= 0:
        money = _doubled(money, gambler)
    if number >= THEFT:
        if number == GAMBLING:
            return _limits_for_gambling(money, lot)
        gains = [LOWEST[luxuries] or FEAR_OF_THEFT for luxuries in table.luxuries]
    elif theft >= 0 and number < PRESTIGE:
        gains = [USE_FOR_THEFT if seat == theft else gain for seat, gain in enumerate(gains)]
    poorest, second, *_ = sorted(money)
    found: list[float] = []
    if floor is open:  # NOTHING of both
        for own, gain, standing, factor, part, zeal in zip(
            money, gains, table.standing, table.factor, reserve, eager, strict=True
        ):
            spare = own - part * (second if own == poorest else poorest)
            final = standing + hoped if standing > 0 else hoped
            value = gain + share * final
            ratio = zeal * value / (value + rest + slope * final + calm / factor)
            found.append(spare * ratio if ratio < 1 else spare)
    else:
        for own, gain, standing, factor, part, least, purse, zeal in zip(
            money, gains, table.standing, table.factor, reserve, floor, open, eager, strict=True
        ):
            spare = own - max(least, part * (second if own == poorest else poorest))
            final = standing + hoped if standing > 0 else hoped
            value = gain + share * final
            ratio = zeal * value / (value + rest + slope * final + calm / factor)
            if purse:
                found.append(min(spare, purse * own * ratio))
            else:
                found.append(spare * ratio if ratio < 1 else spare)
    if gambler >= 0:
        found[gambler] /= 2
    return found


def _doubled(money: list[int], gambler: int) -> list[int]:
    return [own * 2 if seat == gambler else own for seat, own in enumerate(money)]


def _limits_for_gambling(money: list[int], lot: Lot) -> list[float]:
    """Gambling halves the money its owner must keep: it is worth about the other half."""
    poorest, second, *_ = sorted(money)
    kept = [
        max(least, part * (second if own == poorest else poorest))
        for own, part, least in zip(money, lot.reserve, lot.floor, strict=True)
    ]
    return [
        min(own - keep, zeal * keep / 2)
        for own, keep, zeal in zip(money, kept, lot.eager, strict=True)
    ]
