"""What happened since a player last looked, step by step, at the table as their seat saw it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.accounts.session import player_of
from games.models import Game
from games.play.position import seat_of
from games.replays.replay import Moment, loaded, moments_of, table_context
from games.rooms import lookup
from games.screens.since_report import looked_version
from games.text.errors import NotSeated
from games.text.numbers import whole_number
from games.views.responses import says_why_not


@says_why_not
@require_safe
def show(request: HttpRequest, invite: str) -> HttpResponse:
    """The table after the action `at`; without one, after the first that the player has not seen.

    Raises NotSeated for anybody without a seat in the running game.
    """
    player = player_of(request)
    room = lookup.room_by_invite(invite, player)
    game = lookup.game_of(room)
    seat = seat_of(game, player) if game else None
    if game is None or game.status != Game.Status.RUNNING or seat is None:
        raise NotSeated
    first = looked_version(game, seat)
    if first is None or first >= game.version:
        return redirect("room", room.invite)
    context = _context(game, seat, first, request.GET.get("at", ""))
    return render(request, "pages/since.html", context | {"room": room})


def _context(game: Game, seat: int, first: int, asked: str) -> dict[str, Any]:
    replay = loaded(game)
    moments = moments_of(replay, seat)[first + 1 :]
    wanted = whole_number(asked) or 0
    at = min(max(wanted, first + 1), replay.last)
    here = reverse("since", args=[game.room.invite])
    shown = table_context(replay, at, seat, seat) | {"scores": "", "charts": ""}
    return shown | {
        "at": at - first,
        "count": replay.last - first,
        "told": moments[at - first - 1].sentence,
        "moments": [(each, f"{here}?at={each.ply}", each.ply == at) for each in moments],
        **_neighbours(moments, at, here),
    }


def _neighbours(moments: tuple[Moment, ...], at: int, here: str) -> dict[str, str]:
    plies = [each.ply for each in moments]
    return {
        "back": f"{here}?at={at - 1}" if at - 1 in plies else "",
        "on": f"{here}?at={at + 1}" if at + 1 in plies else "",
    }
