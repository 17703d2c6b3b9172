"""“Learn by playing”: a step of the lesson, and the answer to what the learner does there.

The page takes GET only, as nothing is stored: the address holds the step, and a form adds the move
that it asks about. The advised move leads on to the address of the next step.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import push_url

from games.accounts.session import player_of
from games.engine.violations import RuleViolation
from games.lessons.script import EDITION, YOU
from games.lessons.steps import FIRST, answer_to, step_from, takes_action
from games.lessons.table import lesson_context
from games.models import DEFAULT_LEVEL
from games.play.commands import move_from
from games.rooms.names import invented_name
from games.text.events import refusal_text
from games.views import link_previews
from games.views.responses import says_why_not


@require_safe
@says_why_not
def show(request: HttpRequest) -> HttpResponse:
    """A step of the lesson; with a move, the next step, or the same with the coach's answer."""
    number = step_from(request.GET.get("step", str(FIRST)))
    if "type" not in request.GET or not takes_action(number):
        return _page(request, number)
    try:
        _version, action = move_from({**dict(request.GET.lists()), "version": ["0"]}, YOU)
        answer, status = answer_to(number, action), 200
    except RuleViolation as violation:
        answer, status = refusal_text(EDITION, violation), 409
    if not answer:
        return redirect(f"{reverse('learn')}?step={number + 1}")
    return push_url(_page(request, number, answer, status), url=False)


def _page(request: HttpRequest, number: int, answer: str = "", status: int = 200) -> HttpResponse:
    preview = link_previews.of_lesson(request)
    context = lesson_context(number) | {"answer": answer, "preview": preview}
    if context["is_over"]:
        context |= _play_now(request)
    return render(request, "pages/lesson.html", context, status=status)


def _play_now(request: HttpRequest) -> dict[str, Any]:
    """What the form for a first real game needs: a name, the edition just learnt, and a level."""
    player = player_of(request)
    name = player.name if player else invented_name()
    return {"name": name, "edition": EDITION.id, "level": DEFAULT_LEVEL}
