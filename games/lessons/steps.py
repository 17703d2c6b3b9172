"""The steps of the lesson: which one an address names, and the answer to an action there."""

from games.engine.actions import Action
from games.engine.rules import apply
from games.lessons import coach
from games.lessons.script import STEPS, line
from games.text.errors import NoSuchStep
from games.text.numbers import whole_number

FIRST, LAST = 1, len(STEPS)


def step_from(text: str) -> int:
    """The number of the step that an address names; raises NoSuchStep if there is none such."""
    number = whole_number(text)
    if number is None or not FIRST <= number <= LAST:
        raise NoSuchStep
    return number


def takes_action(number: int) -> bool:
    """Whether the learner acts at this step; else they only read and go on."""
    return STEPS[number - 1].advice is not None


def answer_to(number: int, action: Action) -> str:
    """What the coach answers to `action` at this step; empty if it is the advised one.

    Raises RuleViolation if the action is not legal.
    """
    step, state = STEPS[number - 1], line(number)[-1].state
    if action == step.advice:
        return ""
    apply(state, action)
    return coach.answer_to(step, state, action)
