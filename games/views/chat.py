"""Chat messages before those on the page of a room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games import screens
from games.accounts.session import player_of
from games.rooms import lookup
from games.text.numbers import ID_DIGITS, whole_number
from games.views.responses import says_why_not


@require_safe
@says_why_not
def earlier(request: HttpRequest, invite: str) -> HttpResponse:
    """A page of earlier talk, `before` a message; for htmx the lines alone."""
    player = player_of(request)
    room = lookup.room_by_invite(invite, player)
    before = whole_number(request.GET.get("before", ""), ID_DIGITS)
    context = screens.earlier_talk(room, player, before)
    is_part = bool(request.htmx)  # type: ignore[attr-defined]
    template = "partials/talk-lines.html" if is_part else "pages/talk.html"
    is_first = is_part and context["earlier"] is None
    response = render(request, template, context | {"is_first_page": is_first})
    patch_vary_headers(response, ["HX-Request"])
    return response
