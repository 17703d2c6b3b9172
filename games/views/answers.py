"""How a view answers: a whole page, the parts of one, or a sentence that says why not."""

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
from games.identity import player_of, wants_hints
from games.models import Room
from games.refusals import Busy, Refused, TooFast

View = Callable[..., HttpResponseBase]


def says_why_not(view: View) -> View:
    """Turns a refusal into its sentence and status; nothing has changed then."""

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
    """The sentence: beside the page that asked, or as a page of its own."""
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
    scene = screens.load(room)
    has_hints = wants_hints(request.COOKIES)
    viewer = screens.viewer_of(scene, player_of(request), site(request), has_hints=has_hints)
    parts = screens.room_parts(scene, viewer, request)
    context = screens.room_context(scene, viewer, parts) | {"alert": alert}
    if request.htmx and not alert:  # type: ignore[attr-defined]
        return render(request, "partials/room.html", context)
    return render(request, "pages/room.html", context, status=status)


def site(request: HttpRequest) -> str:
    """The address this page was asked for at, without the path."""
    return f"{request.scheme}://{request.get_host()}"


def go_to(request: HttpRequest, url: str) -> HttpResponse:
    """Another page, also for htmx: after this the session is another one."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(url)
    return redirect(url)


def after_deed(request: HttpRequest, room: Room) -> HttpResponse:
    """After something was done: nothing for htmx, as the socket tells; else the page again."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204)
    return redirect("room", room.invite)


def room_url(room: Room) -> str:
    return reverse("room", args=[room.invite])


def not_played(request: HttpRequest, room: Room, sentence: str) -> HttpResponse:
    """A move that was not taken: the sentence and the table as it is."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(screens.alert_html(sentence), status=409)
    return room_page(request, room, status=409, alert=sentence)
