"""Pages that belong to no room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.editions import EDITIONS
from games.forms import LEVEL_NAMES
from games.identity import player_of
from games.services.people import invented_name

DEFAULT_CHOICES = {"edition": "osprey-2018", "level": "regular"}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front door."""
    player = player_of(request)
    name = player.name if player else invented_name()
    chosen = request.session.get("choices") or DEFAULT_CHOICES
    context = {"player": player, "name": name, "chosen": chosen, "editions": EDITIONS.values()}
    return render(request, "pages/home.html", context | {"levels": LEVEL_NAMES.items()})


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """No such page."""
    return render(request, "pages/not-found.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault."""
    return render(request, "pages/broken.html", status=500)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was not ours, or too old."""
    sentence = _("This form has gone stale. Please load the page again.")
    return render(request, "pages/refused.html", {"sentence": sentence}, status=403)
