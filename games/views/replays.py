"""Views of a replay: show a moment, share the game, play on from there."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits
from games.accounts.session import (
    address_of,
    bind_session,
    player_entering,
    player_of,
)
from games.archive import access, sharing
from games.models import Player
from games.play import position
from games.replays.play_on import play_on as started_from
from games.replays.replay import (
    moment_from,
    replay_of,
    sight_from,
)
from games.text.errors import NoSuchSight
from games.views.replay_page import ReplayRequest, replay_context
from games.views.responses import go_to, room_url, says_why_not
from games.views.rooms import known_level


@require_safe
@says_why_not
def show(request: HttpRequest, key: str) -> HttpResponse:
    """A moment of a game; for htmx only the parts that change."""
    asked = _request_in(key, player_of(request), request.GET)
    htmx = request.htmx  # type: ignore[attr-defined]
    is_step = bool(htmx) and not htmx.history_restore_request
    context = replay_context(request, asked) | {"has_log": not is_step or htmx.trigger == "view"}
    template = "partials/replay.html" if is_step else "pages/replay.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_POST
@says_why_not
def share(request: HttpRequest, key: str) -> HttpResponse:
    """Share the game by a public link, or withdraw the link."""
    asked = _request_in(key, player_of(request), request.POST)
    if request.POST.get("close") == "yes":
        sharing.close(asked.game, asked.player)
        return redirect(
            f"{reverse('replay', args=[asked.game.code])}{asked.moment(asked.at)}#share"
        )
    sharing.share(asked.game)
    return redirect(f"{asked.here}{asked.moment(asked.at)}#share")


@require_POST
@says_why_not
def play_on(request: HttpRequest, key: str) -> HttpResponse:
    """Start a new game from this moment against bots."""
    limits.check("room", address_of(request))
    asked = _request_in(key, player_of(request), request.POST)
    level, seat = known_level(request), _seat(asked, request.POST.get("seat", ""))
    with transaction.atomic():
        player = player_entering(request, request.POST.get("name", ""))
        room = started_from(asked.replay, asked.at, player, seat, level)
    bind_session(request, player)
    return go_to(request, room_url(room))


def _request_in(key: str, player: Player | None, fields: QueryDict) -> ReplayRequest:
    """What an address or a form asks for; raises NoSuchGame, NoSuchMoment or NoSuchSight."""
    game = access.game_behind(key, player)
    replay, own = replay_of(game), position.seat_of(game, player)
    at = moment_from(replay, fields.get("at", "0"))
    sight = sight_from(replay, fields.get("view", "table" if own is None else str(own)))
    return ReplayRequest(key, game, replay, player, at, sight)


def _seat(asked: ReplayRequest, text: str) -> int:
    """The seat in the form, or that of the viewpoint; raises NoSuchSight if neither is one."""
    seat = sight_from(asked.replay, text or str(asked.sight))
    if not isinstance(seat, int):
        raise NoSuchSight
    return seat
