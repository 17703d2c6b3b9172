"""The lesson's deal and every action in it: what the learner is advised, and what bots do between.

The rules are the engine's: a script that breaks them raises RuleViolation when it is played.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from games.bots.characters import CHARACTERS
from games.engine.actions import Action, Bid, Pass
from games.engine.cards import Card, status_cards
from games.engine.editions import EDITIONS
from games.engine.history import Entry, Position, positions
from games.engine.state import Deal

EDITION = EDITIONS["osprey-2018"]
YOU, CLEMENTINE, BARNABY, OCTAVIA = range(4)
OPPONENTS = tuple(CHARACTERS[id] for id in ("clementine", "barnaby", "octavia"))
LOTS = (
    Card.LUXURY_8,
    Card.PRESTIGE_1,
    Card.MINUS_FIVE,
    Card.LUXURY_5,
    Card.PRESTIGE_2,
    Card.LUXURY_10,
    Card.PRESTIGE_3,
    Card.HALF,
)
NEVER_SEEN = tuple(card for card in status_cards() if card not in LOTS)
DEAL = Deal(EDITION, 1 + len(OPPONENTS), YOU, LOTS + NEVER_SEEN, show_spent=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One screen of the lesson: what the others do before it, and what the learner is advised.

    Without advice the learner only reads and goes on.
    """

    id: str
    before: tuple[Action, ...] = ()
    advice: Action | None = None


def _bid(seat: int, *thousands: int) -> Bid:
    return Bid(seat, frozenset(1_000 * each for each in thousands))


STEPS = (
    Step("first-bid", advice=_bid(YOU, 4)),
    Step(
        "add",
        (_bid(CLEMENTINE, 6), Pass(BARNABY), _bid(OCTAVIA, 8)),
        advice=_bid(YOU, 3, 2),
    ),
    Step("won", (Pass(CLEMENTINE),)),
    Step("end-card", (Pass(OCTAVIA),), advice=_bid(YOU, 6)),
    Step(
        "no-change",
        (_bid(CLEMENTINE, 8), Pass(BARNABY), _bid(OCTAVIA, 10)),
        advice=_bid(YOU, 8),
    ),
    Step("pass", (_bid(CLEMENTINE, 4, 3), Pass(OCTAVIA)), advice=Pass(YOU)),
    Step(
        "disgrace",
        (_bid(CLEMENTINE, 1), _bid(BARNABY, 2), _bid(OCTAVIA, 3)),
        advice=_bid(YOU, 6),
    ),
    Step("avoided", (_bid(CLEMENTINE, 6),)),
    Step("save", (Pass(BARNABY), Pass(BARNABY), _bid(OCTAVIA, 8)), advice=Pass(YOU)),
    Step("double", (Pass(CLEMENTINE), _bid(OCTAVIA, 12)), advice=_bid(YOU, 15)),
    Step(
        "raise",
        (_bid(CLEMENTINE, 20), Pass(BARNABY), _bid(OCTAVIA, 10)),
        advice=_bid(YOU, 8),
    ),
    Step("best-luxury", (Pass(CLEMENTINE), Pass(OCTAVIA)), advice=_bid(YOU, 12)),
    Step(
        "let-go",
        (_bid(CLEMENTINE, 25), Pass(BARNABY), Pass(OCTAVIA)),
        advice=Pass(YOU),
    ),
    Step(
        "last-chance",
        (_bid(CLEMENTINE, 20), Pass(BARNABY), _bid(OCTAVIA, 25)),
        advice=Pass(YOU),
    ),
    Step("end", (_bid(CLEMENTINE, 15), Pass(OCTAVIA))),
)


@cache
def line(number: int) -> tuple[Position, ...]:
    """Every position of the deal until the step with this number, which starts at 1."""
    return tuple(positions(DEAL, map(Entry, _actions(number))))


def _actions(number: int) -> Iterator[Action]:
    for step in STEPS[: number - 1]:
        yield from step.before
        if step.advice is not None:
            yield step.advice
    yield from STEPS[number - 1].before
