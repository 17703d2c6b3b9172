"""Games to learn from, on the bots' fast table: players of many minds, every edition, all seats."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.bots import net_features
from games.bots.appraisal import TUNED, Mind, Unseen, appraise
from games.bots.fast_table import HALF, NUMBER, PRESTIGE, WORTH, Table, owning
from games.bots.future import unseen_after
from games.bots.minds import MINDS, USUAL
from games.bots.playout import play_on, winners
from games.engine.cards import ADVANCED, status_cards
from games.engine.editions import EDITIONS
from games.engine.money import ALL
from games.engine.seats import SEATS

NOISE = 0.25  # how far players are off what their minds say


class Position(NamedTuple):
    """A table between two lots as the net sees it, and the part of the win that each seat got."""

    outlook: list[float]
    seats: list[tuple[float, ...]]
    won: list[float]


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """Which games are dealt: the part of tables at which all are like our own bots, the rest
    being of any minds; and the part of games with ★ cards."""

    seed: str
    usual: float = 0.5
    stars: float = 0.25

    def positions(self, number: int) -> list[Position]:
        """The positions of the game with this number; the same on every machine."""
        rng = Random(f"{self.seed}|{number}")
        seats, edition = rng.choice(SEATS), EDITIONS[rng.choice(list(EDITIONS))]
        advanced = tuple(card for card in ADVANCED if rng.random() < 0.5)
        advanced = advanced if rng.random() < self.stars else ()
        cards = status_cards(advanced)
        deck = [NUMBER[card] for card in cards]
        rng.shuffle(deck)
        minds = self._minds(seats, rng)
        table = _start(seats, deck[0], rng)
        seen = list(_sold(table, deck, unseen_after((), advanced), minds, rng))
        first = winners(table, edition)
        won = [(seat in first) / (len(first) or 1) for seat in range(seats)]
        return [Position(outlook, rows, won) for outlook, rows in seen] if first else []

    def _minds(self, seats: int, rng: Random) -> list[Mind]:
        like_ours = rng.random() < self.usual
        return [rng.choice(MINDS[:USUAL] if like_ours else MINDS) for _ in range(seats)]


Seen = tuple[list[float], list[tuple[float, ...]]]


def _start(seats: int, lot: int, rng: Random) -> Table:
    table = owning([()] * seats, lot)
    table.hands = [ALL] * seats
    table.turn = rng.randrange(seats)
    return table


def _sold(
    table: Table, deck: list[int], unseen: Unseen, minds: list[Mind], rng: Random
) -> Iterator[Seen]:
    """Sell the lots of `deck` to its end, and what the net sees after each but the last."""
    temper, to_come = TUNED._replace(noise=NOISE), deck[:]
    for number in deck:
        to_come.remove(number)
        unseen = _after(unseen, number)
        if not unseen.end_cards:
            return
        lot = appraise(number, unseen, temper, [rng.random() for _ in minds], minds)
        play_on(table, [lot])
        if unseen.left > 1:
            yield net_features.outlook(unseen, to_come), net_features.seats(table, unseen)


def _after(unseen: Unseen, number: int) -> Unseen:
    """What is unseen once the lot `number` was turned up."""
    luxury, prestige, left, end_cards = unseen
    if number < PRESTIGE:
        return Unseen(luxury - WORTH[number], prestige, left - 1, end_cards)
    return Unseen(luxury, prestige - (number == PRESTIGE), left - 1, end_cards - (number <= HALF))
