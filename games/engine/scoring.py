"""The end of the game: money counted, the poorest cast out, status built up step by step."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from enum import Enum

from games.engine.cards import Card, Kind
from games.engine.editions import Edition
from games.engine.money import TOTAL
from games.engine.state import GameState, SeatState

Number = int | float


class StepKind(Enum):
    """What one step of the scoring does."""

    LUXURIES = "luxuries"
    MINUS_FIVE = "minus-five"
    PRESTIGE = "prestige"
    HALF = "half"


class Decision(Enum):
    """The rule that decided who won."""

    STATUS = "status"
    MONEY = "money"
    LUXURY = "luxury"
    SHARED = "shared"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the sum: what happened, by which cards, and the status after it."""

    kind: StepKind
    cards: tuple[Card, ...]
    status: Number


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one seat; `money` is after Gambling, `hand` before it."""

    hand: int
    money: int
    steps: tuple[Step, ...]
    highest_luxury: int
    is_cast_out: bool

    @property
    def status(self) -> Number:
        return self.steps[-1].status


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended: a score per seat, the winners, and the rule that decided."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]
    decision: Decision

    @property
    def cast_out(self) -> tuple[int, ...]:
        return tuple(seat for seat, score in enumerate(self.scores) if score.is_cast_out)


def result_of(state: GameState) -> Result:
    """The result of a finished game; ValueError while it runs."""
    if not state.is_over:
        raise ValueError("the game is not over")
    edition = state.deal.edition
    least = min(_money(player) for player in state.players)
    scores = tuple(_score(player, least, edition) for player in state.players)
    winners, decision = _decide(scores, edition)
    return Result(scores, winners, decision)


def counted_money(money: int, claimed: Container[Card]) -> int:
    """What `money` counts at the end for the owner of `claimed`: Gambling doubles it."""
    return money * 2 if Card.GAMBLING in claimed else money


def _money(player: SeatState) -> int:
    return counted_money(TOTAL[player.hand], player.claimed)


def _score(player: SeatState, least: int, edition: Edition) -> Score:
    money = _money(player)
    luxuries = _luxuries(player.claimed)
    return Score(
        hand=TOTAL[player.hand],
        money=money,
        steps=steps_of(player.claimed, edition),
        highest_luxury=max((card.worth for card in luxuries), default=0),
        is_cast_out=money == least,
    )


def _luxuries(claimed: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(card for card in claimed if card.is_luxury)


def steps_of(claimed: Sequence[Card], edition: Edition) -> tuple[Step, ...]:
    """The status of claimed cards, step by step; the last step has the status."""
    luxuries = _luxuries(claimed)
    status: Number = sum(card.worth for card in luxuries)
    steps = [Step(StepKind.LUXURIES, luxuries, status)]
    if Card.MINUS_FIVE in claimed:
        status = max(0, status - 5) if edition.minus_five_floors_at_zero else status - 5
        steps.append(Step(StepKind.MINUS_FIVE, (Card.MINUS_FIVE,), status))
    for card in claimed:
        if card.kind is Kind.PRESTIGE:
            status *= 2
            steps.append(Step(StepKind.PRESTIGE, (card,), status))
    if Card.HALF in claimed:
        status = status // 2 if edition.halves_round_down else plain(status / 2)
        steps.append(Step(StepKind.HALF, (Card.HALF,), status))
    return tuple(steps)


def plain(number: Number) -> Number:
    """A whole number as int, any other as it is."""
    return int(number) if number == int(number) else number


def _decide(scores: Sequence[Score], edition: Edition) -> tuple[tuple[int, ...], Decision]:
    """The winners, narrowed down rule by rule, and the rule that settled it."""
    left = [seat for seat, score in enumerate(scores) if not score.is_cast_out]
    if not left:
        return (), Decision.NOBODY
    left = _best(left, [score.status for score in scores])
    if len(left) == 1:
        return tuple(left), Decision.STATUS
    left = _best(left, [score.money for score in scores])
    if len(left) == 1:
        return tuple(left), Decision.MONEY
    if edition.luxury_breaks_ties:
        left = _best(left, [score.highest_luxury for score in scores])
    return tuple(left), Decision.SHARED if len(left) > 1 else Decision.LUXURY


def _best(seats: list[int], values: Sequence[Number]) -> list[int]:
    """Those of `seats` with the highest value."""
    highest = max(values[seat] for seat in seats)
    return [seat for seat in seats if values[seat] == highest]
