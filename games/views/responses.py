"""Responses that views share: a page, its parts, a redirect, or the sentence of a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games import screens
from games.accounts.session import player_of, wants_hints
from games.models import Room
from games.process import metrics
from games.text.errors import Busy, Refused, TooFast

View = Callable[..., HttpResponseBase]


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


def room_page(request: HttpRequest, room: Room, status: int = 200, alert: str = "") -> HttpResponse:
    """The whole room as the person who asks may see it."""
    snapshot = screens.load(room)
    has_hints = wants_hints(request.COOKIES)
    viewer = screens.viewer_of(snapshot, player_of(request), site(request), has_hints=has_hints)
    parts = screens.room_parts(snapshot, viewer, request)
    context = screens.room_context(snapshot, viewer, parts) | {"alert": alert}
    if request.htmx and not alert:  # type: ignore[attr-defined]
        return render(request, "partials/room.html", context)
    return render(request, "pages/room.html", context, status=status)


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
