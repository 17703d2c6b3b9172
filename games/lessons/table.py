"""The table at a step of the lesson, made of the parts of the running table."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from games import screens
from games.engine.actions import Bid
from games.engine.history import story
from games.engine.observation import observe
from games.lessons.coach import words_of
from games.lessons.script import EDITION, OPPONENTS, STEPS, YOU, Step, line
from games.lessons.steps import FIRST, LAST
from games.screens import cards, table_private, table_public
from games.screens.rendering import Parts
from games.screens.story import log_html, result_html
from games.screens.table_facts import SeatBadges, Table

BOTS = SeatBadges(frozenset(range(1, 1 + len(OPPONENTS))))


def lesson_context(number: int) -> dict[str, Any]:
    """All that `partials/lesson.html` needs to show a step."""
    table, step, told = _table(), STEPS[number - 1], story(line(number))
    parts: Parts = {name: SafeString(html) for name, html in _parts(table, number).items()}
    places = [
        SafeString(table_public.place_html(seat, name, parts, is_own=seat == YOU))
        for seat, name in enumerate(table.names)
    ]
    return {
        "step": number,
        "last": LAST,
        "back": number - 1 if number > FIRST else None,
        "next": number + 1 if step.advice is None and number < LAST else None,
        "is_over": number == LAST,
        "coach": words_of(step),
        "advised": _advised(step),
        "parts": {name.replace("-", "_"): html for name, html in parts.items()},
        "own_seat": places.pop(YOU),
        "seats": places,
        "money": cards.money_format(EDITION, get_language()),
        "log": SafeString(log_html(table, told, YOU)),
        "scores": SafeString(result_html(table, told, line(number)[-1].state, me=YOU)),
        "cards": SafeString(cards.cards_html(EDITION, (), get_language())),
        "rules": cards.rules_url(EDITION),
    }


def _table() -> Table:
    names = (pgettext("the learner at the table", "Guest"), *(each.name for each in OPPONENTS))
    return Table(EDITION, names, "", ("", *(each.face for each in OPPONENTS)))


def _parts(table: Table, number: int) -> Parts:
    """The parts of the table as the learner sees them; a lesson has no clock."""
    positions = line(number)
    state, last = positions[-1].state, screens.last_sale(story(positions))
    shared = table_public.public_parts(table, observe(state, None), number, last, BOTS)
    return shared | table_private.private_parts(table, observe(state, YOU), has_hints=False)


def _advised(step: Step) -> str:
    """The values of the controls that the coach asks for, with spaces between them."""
    if step.advice is None:
        return ""
    money = sorted(step.advice.money) if isinstance(step.advice, Bid) else ["pass"]
    return " ".join(map(str, money))
