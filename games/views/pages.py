"""Pages that belong to no room."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.people import invented_name
from games.accounts.session import player_of
from games.engine.editions import EDITIONS
from games.models import DEFAULT_EDITION, DEFAULT_LEVEL, LEVEL_NAMES

DEFAULT_CHOICES = {"edition": DEFAULT_EDITION, "level": DEFAULT_LEVEL}

RETRY_SECONDS = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The home page."""
    player = player_of(request)
    name = player.name if player else invented_name()
    chosen = request.session.get("choices") or DEFAULT_CHOICES
    context = {"player": player, "name": name, "chosen": chosen, "editions": EDITIONS.values()}
    return render(request, "pages/home.html", context | {"levels": LEVEL_NAMES.items()})


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
    sentence = _("This form has gone stale. Please load the page again.")
    return render(request, "pages/refused.html", {"sentence": sentence}, status=403)
