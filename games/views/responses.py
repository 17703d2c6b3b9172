"""Responses that views share: a page, its parts, a redirect, or the sentence of a refusal."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games import screens
from games.accounts.session import player_of
from games.models import Room
from games.process import metrics
from games.screens.since_report import since_report
from games.text.errors import Busy, NameIsTaken, Refused, TooFast
from games.views import link_previews

View = Callable[..., HttpResponseBase]
ASKING = ("ask", "csrfmiddlewaretoken")


def says_why_not(view: View) -> View:
    """Turn a refusal that a view raises into its sentence and status."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refused as refusal:
            return refuse(request, refusal)
        except OperationalError:
            return refuse(request, Busy())

    return guarded


def refuse(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The sentence of a refusal: as a part for htmx, else as a page."""
    metrics.refused(refusal.code)
    if request.htmx:  # type: ignore[attr-defined]
        response = HttpResponse(screens.alert_html(str(refusal)), status=refusal.status)
    else:
        context = {"sentence": str(refusal)}
        response = render(request, "pages/refused.html", context, status=refusal.status)
    if isinstance(refusal, TooFast):
        response["Retry-After"] = str(refusal.facts["seconds"])
    return response


def room_page(
    request: HttpRequest,
    room: Room,
    status: int = 200,
    alert: str = "",
    taken_name: screens.TakenName | None = None,
) -> HttpResponse:
    """The whole room as the person who asks may see it."""
    snapshot = screens.load(room)
    viewer = replace(_viewer(request, snapshot), taken_name=taken_name)
    parts = screens.room_parts(snapshot, viewer)
    context = screens.room_context(snapshot, viewer, parts) | {"alert": alert}
    context["since"] = since_report(snapshot, viewer)
    if request.htmx and not alert:  # type: ignore[attr-defined]
        return render(request, "partials/room-update.html", context)
    if not viewer.is_member:  # as robots of other sites never are
        running, members = context["is_running"], snapshot.members
        context["preview"] = link_previews.of_room(request, room, members, is_running=running)
    return render(request, "pages/room.html", context, status=status)


def _viewer(request: HttpRequest, snapshot: screens.Snapshot) -> screens.Viewer:
    return screens.viewer_of(
        snapshot,
        player_of(request),
        site(request),
        csrf_token=get_token(request),
    )


def name_taken(request: HttpRequest, room: Room, refusal: NameIsTaken) -> HttpResponse:
    """The form to come in again, with the name as it was typed and one that is free."""
    metrics.refused(refusal.code)
    taken = screens.TakenName(*map(str, (*refusal.facts.values(), request.path)))
    if not request.htmx:  # type: ignore[attr-defined]
        return room_page(request, room, refusal.status, taken_name=taken)
    snapshot = screens.load(room)
    viewer = replace(_viewer(request, snapshot), taken_name=taken)
    return HttpResponse(screens.lobby_parts(snapshot, viewer)["join"], status=refusal.status)


def site(request: HttpRequest) -> str:
    """Scheme and host of the request."""
    return f"{request.scheme}://{request.get_host()}"


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Redirect to another page, which htmx loads as a whole."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(url)
    return redirect(url)


def after_command(request: HttpRequest, room: Room) -> HttpResponse:
    """After a command: no content for htmx, as the socket pushes changes; else the page again."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("room", room.invite)


def room_url(room: Room) -> str:
    return reverse("room", args=[room.invite])


def not_played(request: HttpRequest, room: Room, sentence: str) -> HttpResponse:
    """A move that was refused: the sentence, and without htmx the present table."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(screens.alert_html(sentence), status=409)
    return room_page(request, room, status=409, alert=sentence)


def must_ask(request: HttpRequest) -> bool:
    """Whether a form wants its question to be asked here, as no script has asked it."""
    return not request.htmx and request.POST.get("ask") == "yes"  # type: ignore[attr-defined]


def question_page(request: HttpRequest, room: Room, question: str, button: str) -> HttpResponse:
    """A page that asks before it sends the same form again."""
    kept = [(name, value) for name, value in request.POST.items() if name not in ASKING]
    context = {"question": question, "button": button, "fields": kept, "room": room}
    return render(request, "pages/question.html", context)
