"""Pages that belong to no room."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.session import player_of
from games.engine.editions import EDITIONS
from games.models import DEFAULT_EDITION, DEFAULT_LEVEL, LEVEL_NAMES
from games.open_tables.favourites import invitations_of
from games.rooms.names import invented_name
from games.rooms.running import running_games_of
from games.text.cleaning import LONGEST_CODE
from games.views import link_previews

DEFAULT_CHOICES = {"edition": DEFAULT_EDITION, "level": DEFAULT_LEVEL}

RETRY_SECONDS = 5
MOST_INVITATIONS = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page."""
    return home_page(request)


def home_page(
    request: HttpRequest, code: str = "", why_not: str = "", status: int = 200
) -> HttpResponse:
    """The home page, perhaps with a code that did not work and the reason."""
    player = player_of(request)
    chosen = _choices(request)
    context = {
        "player": player,
        "running": running_games_of(player) if player else (),
        "invitations": invitations_of(player)[:MOST_INVITATIONS] if player else (),
        "name": player.name if player else invented_name(),
        "chosen": chosen,
        "edition": _(EDITIONS[chosen["edition"]].title),
        "level": LEVEL_NAMES[chosen["level"]],
        "editions": EDITIONS.values(),
        "levels": LEVEL_NAMES.items(),
        "code": code[:LONGEST_CODE],
        "why_not": why_not,
        "preview": link_previews.of_home(request),
    }
    return render(request, "pages/home.html", context, status=status)


def _choices(request: HttpRequest) -> dict[str, str]:
    """The edition and level chosen last, if they still exist."""
    chosen: dict[str, str] = request.session.get("choices") or DEFAULT_CHOICES
    is_known = chosen["edition"] in EDITIONS and chosen["level"] in LEVEL_NAMES
    return chosen if is_known else DEFAULT_CHOICES


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The page for an unknown address."""
    return render(request, "pages/not-found.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """The page for an error, with status 503 if the database did not answer."""
    if not is_without_database(sys.exception()):
        return render(request, "pages/broken.html", status=500)
    response = render(request, "pages/broken.html", status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    return response


def is_without_database(error: BaseException | None) -> bool:
    """Whether the database did not answer, also as the cause of another error."""
    while error is not None and not isinstance(error, (OperationalError, InterfaceError)):
        error = error.__cause__ or error.__context__
    return error is not None


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for a form without a valid CSRF token."""
    sentence = _("This page is out of date. Reload it and try again.")
    return render(request, "pages/refused.html", {"sentence": sentence}, status=403)
