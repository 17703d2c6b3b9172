"""The status of the viewer's cards if the game ended now, with the steps that lead to it."""

from dataclasses import dataclass
from functools import lru_cache

from games.engine.cards import Card
from games.engine.editions import Edition
from games.engine.scoring import Step, steps_of
from games.screens.cards import card_face
from games.screens.rendering import MOST_PARTS, Parts, render_anew
from games.screens.score_reveal import step_name
from games.text.numbers import status_text


@dataclass(frozen=True, slots=True)
class StandingStep:
    """One step: its name, the marks of the cards that count in it, and the status after it."""

    name: str
    marks: tuple[str, ...]
    status: str


@lru_cache(maxsize=MOST_PARTS)
def standing_parts(edition: Edition, language: str | None, claimed: tuple[Card, ...]) -> Parts:
    """The status that `claimed` cards have now, and its steps; who is poorest is left out."""
    steps = tuple(_step(edition, language, step) for step in steps_of(claimed, edition))
    return {
        "standing": render_anew("standing", language, status=steps[-1].status),
        "steps": render_anew("steps", language, steps=steps),
    }


def _step(edition: Edition, language: str | None, step: Step) -> StandingStep:
    marks = tuple(card_face(edition, card, language).mark for card in step.cards)
    return StandingStep(step_name(edition, step.kind), marks, status_text(step.status))
