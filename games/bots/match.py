"""Games between bots without the web: who sits where, what they play, and how often each wins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from random import Random

from games.bots import BOTS
from games.engine.actions import Action
from games.engine.cards import Card
from games.engine.dealing import deal
from games.engine.editions import Edition
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import Deal


@dataclass(frozen=True, slots=True)
class Match:
    """A series of games, `bots` by seat; `paired` plays each deck in every rotation of seats."""

    edition: Edition
    bots: tuple[str, ...]
    games: int
    seed: str
    advanced: tuple[Card, ...] = ()
    paired: bool = False

    def play(self) -> Iterator[Record]:
        """The records of the games, one by one; the same match gives the same records."""
        for number in range(self.games):
            deck, rotation = divmod(number, len(self.bots)) if self.paired else (number, 0)
            seed = _digest(self.seed, "deck", deck)
            table = self.bots[rotation:] + self.bots[:rotation]
            dealt = deal(self.edition, len(table), seed, self.advanced)
            yield Record(
                dealt, table, _play(dealt, table, _digest(self.seed, "game", number)), seed
            )


def _digest(*parts: object) -> bytes:
    return sha256(":".join(map(str, parts)).encode()).digest()


def _play(dealt: Deal, bots: Sequence[str], seed: bytes) -> tuple[Action, ...]:
    """The actions of one game, each bot drawing from a generator of its own."""
    generators = [Random(seed + bytes([seat])) for seat in range(len(bots))]
    state, actions = start(dealt), []
    while not state.is_over:
        seat = state.seats_to_act[0]
        action = BOTS[bots[seat]](observe(state, seat), generators[seat])
        state = apply(state, action)
        actions.append(action)
    return tuple(actions)


@dataclass(slots=True)
class Tally:
    """The wins of one bot in the seats it held; a shared win counts as its part."""

    bot: str
    seats: int
    wins: Fraction = Fraction(0)
    games: int = 0

    @property
    def share(self) -> float:
        """Wins per seat and game."""
        return float(self.wins / (self.seats * self.games)) if self.games else 0.0

    def add(self, record: Record) -> None:
        winners = result_of(record.final).winners
        self.games += 1
        self.wins += sum(Fraction(record.names[seat] == self.bot, len(winners)) for seat in winners)


def tallies(bots: Sequence[str]) -> list[Tally]:
    """An empty tally for each bot, in order of appearance."""
    return [Tally(bot, bots.count(bot)) for bot in dict.fromkeys(bots)]
