"""Pages that belong to no room."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import selectors
from games.engine.editions import EDITIONS
from games.forms import LEVEL_NAMES
from games.identity import player_of
from games.models import Game, Player
from games.narration import status_text
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


@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """Who somebody is here and what they have played."""
    player = player_of(request)
    if player is None:
        return redirect("home")
    open_rooms = selectors.open_rooms(player)
    rows = [_finished(game, player, open_rooms) for game in selectors.games_of(player)[:100]]
    context = {"player": player, "games": rows, "tally": _tally(rows)}
    return render(request, "pages/my-games.html", context)


def _finished(game: Game, player: Player, open_rooms: set[int]) -> dict[str, Any]:
    """A game as a line of somebody's history."""
    result, seats = game.result or {}, game.seats.all()
    own = next(seat.number for seat in seats if seat.player_id == player.pk)
    winners = result["winners"]
    return {
        "game": game,
        "room": game.room if game.room_id in open_rooms else None,
        "edition": EDITIONS[game.edition].title,
        "players": [(seat.name, seat.number in winners) for seat in seats],
        "status": status_text(result["status"][own]),
        "has_won": own in winners,
        "is_shared": len(winners) > 1,
        "is_cast_out": own in result["cast_out"],
    }


def _tally(rows: list[dict[str, Any]]) -> dict[str, int]:
    return {
        "games": len(rows),
        "won": sum(row["has_won"] for row in rows),
        "cast_out": sum(row["is_cast_out"] for row in rows),
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
