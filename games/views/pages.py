"""Pages that belong to no room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import selectors
from games.engine.editions import EDITIONS
from games.identity import player_of
from games.models import Game
from games.services.people import invented_name


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The front door."""
    player = player_of(request)
    name = player.name if player else invented_name()
    return render(request, "pages/home.html", {"player": player, "name": name})


@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """What somebody has played."""
    player = player_of(request)
    if player is None:
        return redirect("home")
    games = [_finished(game) for game in selectors.games_of(player)[:100]]
    return render(request, "pages/my-games.html", {"player": player, "games": games})


def _finished(game: Game) -> dict[str, object]:
    """A game as a line of somebody's history."""
    names = [seat.name for seat in game.seats.all()]
    winners = (game.result or {})["winners"]
    return {
        "game": game,
        "edition": EDITIONS[game.edition].title,
        "names": names,
        "winners": [names[seat] for seat in winners],
    }


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
