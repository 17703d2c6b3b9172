"""Playouts: a game is simulated to its end, every seat bidding up to its limit for each lot.

This is the fast twin of the engine's rules and scoring; `tests/bots/test_playout.py` plays the same
games with both and compares hands, cards, money and winners.
"""

from collections.abc import Sequence
from math import floor, inf

from games.bots.appraisal import Lot, limits
from games.bots.fast_table import (
    DISGRACES,
    EXCURSIONS,
    GAMBLING,
    HALF,
    HIGHEST,
    LOWEST,
    MINUS_FIVE,
    NOBODY,
    PRESTIGE,
    WORTH,
    YACHT_CLUB,
    Table,
)
from games.bots.raises import AMOUNT, CHEAPEST, LEAST
from games.engine.editions import Edition
from games.engine.money import ALL, VALUES, highest_card, highest_unique
from games.engine.seats import NEXT_SEAT

_UP_TO = tuple(
    sum(1 << bit for bit, value in enumerate(VALUES) if value <= amount * 1_000)
    for amount in range(AMOUNT[ALL] + 1)
)


def play_on(table: Table, lots: Sequence[Lot]) -> None:
    """Sell `lots` one after the other; `table` is changed."""
    everybody = (1 << len(table.hands)) - 1
    for lot in lots:
        table.lot, table.highest, table.active = lot.number, 0, everybody
        most = limits(table, [AMOUNT[hand] for hand in table.hands], lot)
        if lot.number == YACHT_CLUB:
            sell_sealed(table, seal(table, most, lot.chances))
        else:
            sell(table, most)


def sell(table: Table, most: Sequence[float]) -> None:
    """Finish the auction, each seat bidding up to its limit, and give the lot to the winner.

    One loop without calls, since the analysis of a game spends nearly all its time in it.
    """
    hands, bids, active = table.hands, table.bids, table.active
    turn, highest, is_disgrace = table.turn, table.highest, table.lot in DISGRACES
    while active & active - 1:
        limit = most[turn]
        if highest < limit:
            hand, bid = hands[turn], bids[turn]
            laid = AMOUNT[bid]
            money = CHEAPEST[hand][highest - laid]
            total = laid + AMOUNT[money]
            if total > limit:
                money = LEAST[hand][highest - laid]
                total = laid + AMOUNT[money]
            if money and total <= limit:
                hands[turn] = hand ^ money
                bids[turn] = bid | money
                highest = total
                turn = NEXT_SEAT[active][turn]
                continue
        if bids[turn]:
            hands[turn] |= bids[turn]
            bids[turn] = 0
        if is_disgrace:
            break
        active &= ~(1 << turn)
        turn = NEXT_SEAT[active][turn]
    table.turn = turn
    table.bids = [0] * len(hands)
    take(table, turn)


def seal(table: Table, most: Sequence[float], chances: Sequence[float]) -> list[int]:
    """A sealed bid for each seat, as a mask: any card within its limit, or else the smallest."""
    return [
        _pick(hand & _UP_TO[max(0, int(limit))] or hand & -hand, chance)
        for hand, limit, chance in zip(table.hands, most, chances, strict=True)
    ]


def _pick(cards: int, chance: float) -> int:
    """One card of the mask `cards`, each with the same chance."""
    for _ in range(int(chance * cards.bit_count())):
        cards &= cards - 1
    return cards & -cards


def sell_sealed(table: Table, bids: Sequence[int]) -> None:
    """Open the sealed `bids`: all are paid, and the highest unique one gets the lot."""
    for seat, bid in enumerate(bids):
        table.hands[seat] &= ~bid
    winner = highest_unique(bids)
    if winner is not None:
        table.turn = winner
        take(table, winner)


def take(table: Table, seat: int) -> None:
    """Give the lot to `seat` and apply its effects; a theft takes the least luxury."""
    lot = table.lot
    if lot < PRESTIGE:
        _take_luxury(table, seat, lot)
    elif lot == PRESTIGE:
        table.factor[seat] *= 2
    elif lot == HALF:
        table.factor[seat] /= 2
    elif lot == MINUS_FIVE:
        table.standing[seat] -= 5
    elif lot == GAMBLING:
        table.gambling = seat
    elif table.luxuries[seat]:
        _lose_least(table, seat)
    else:
        table.theft = seat


def _take_luxury(table: Table, seat: int, lot: int) -> None:
    if table.theft == seat:
        table.theft = NOBODY
    else:
        table.luxuries[seat] |= 1 << lot
        table.standing[seat] += WORTH[lot]
    if lot == EXCURSIONS:
        for other, hand in enumerate(table.hands):
            if other != seat:
                table.hands[other] = hand | highest_card(ALL ^ hand)


def _lose_least(table: Table, seat: int) -> None:
    """Take the least luxury from `seat`."""
    luxuries = table.luxuries[seat]
    table.standing[seat] -= LOWEST[luxuries]
    table.luxuries[seat] = luxuries & luxuries - 1


def purses(table: Table) -> list[int]:
    """The money of each seat in thousands as it counts at the end, Gambling included."""
    money = [AMOUNT[hand] for hand in table.hands]
    if table.gambling >= 0:
        money[table.gambling] *= 2
    return money


def winners(table: Table, edition: Edition) -> list[int]:
    """The seats that win if the game ends here; none if all are cast out."""
    return first_of(table, purses(table), edition)


def first_of(table: Table, money: Sequence[int], edition: Edition) -> list[int]:
    """The same if the `money` is counted already."""
    least, best, first = min(money), -inf, list[int]()
    plain = not (edition.halves_round_down or edition.minus_five_floors_at_zero)
    standing, factor = table.standing, table.factor
    for seat, own in enumerate(money):
        if own > least:
            status = standing[seat] * factor[seat]
            if not plain:
                status = _in_edition(status, edition)
            if status > best:
                best, first = status, [seat]
            elif status == best:
                first.append(seat)
    return first if len(first) < 2 else _tied(table, money, first, edition)


def _in_edition(status: float, edition: Edition) -> float:
    if status < 0 and edition.minus_five_floors_at_zero:
        status = 0.0
    return floor(status) if edition.halves_round_down else status


def _tied(table: Table, money: Sequence[int], seats: list[int], edition: Edition) -> list[int]:
    """Of these `seats`, those with the most money and, if it breaks ties, the highest luxury."""
    rank = {
        seat: (money[seat], HIGHEST[table.luxuries[seat]] if edition.luxury_breaks_ties else 0)
        for seat in seats
    }
    best = max(rank.values())
    return [seat for seat in seats if rank[seat] == best]
