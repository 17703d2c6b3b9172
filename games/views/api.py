"""The JSON API for programs: a token opens a seat."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import limits
from games.engine.editions import EDITIONS
from games.engine.history import BY_PROGRAM
from games.engine.observation import as_dict, observe
from games.engine.violations import RuleViolation
from games.engine.wire import action_from
from games.models import Game, Member
from games.play import moves, position
from games.play.commands import LONGEST_FRAME
from games.play.position import position_of
from games.process import metrics
from games.rooms import api_tokens, lookup, presence
from games.text.errors import BadInput, Busy, NoGameIsRunning, NotSeated, Refused, TooFast
from games.text.events import refusal_text
from games.views.responses import says_why_not, site
from games.views.rooms import asked

View = Callable[[HttpRequest], HttpResponse]


def in_json(view: View) -> View:
    """Turn refusals of a view into JSON with a code and a sentence."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except Refused as refusal:
            return _refused(refusal)
        except OperationalError:
            return _refused(Busy())

    return guarded


def _refused(refusal: Refused) -> HttpResponse:
    metrics.refused(refusal.code)
    body = {"code": refusal.code, "sentence": str(refusal)}
    response = JsonResponse(body, status=refusal.status)
    if isinstance(refusal, TooFast):
        response["Retry-After"] = str(refusal.facts["seconds"])
    return response


@csrf_exempt
@require_http_methods(["GET", "POST"])
@in_json
def seat(request: HttpRequest) -> HttpResponse:
    """What the seat sees; with POST, its action first."""
    scheme, _space, token = request.headers.get("Authorization", "").partition(" ")
    place = api_tokens.place_of(token if scheme == "Bearer" else "")
    limits.check("program", place.pk)
    presence.arrive(place.room_id, place.player_id)
    game = lookup.game_of(place.room)
    if request.method == "POST":
        return _act(request, place, game)
    return JsonResponse(_seen(place, game))


def _act(request: HttpRequest, place: Member, game: Game | None) -> HttpResponse:
    number = _seat_in(place, game)
    if game is None or game.status != Game.Status.RUNNING:
        raise NoGameIsRunning
    if number is None:
        raise NotSeated
    version, action = _move(request)
    try:
        answer = action_from({**action, "seat": number})
        moves.play(moves.Move(game.pk, version, answer, BY_PROGRAM))
    except RuleViolation as violation:
        metrics.refused(violation.code)
        sentence = refusal_text(EDITIONS[game.edition], violation)
        return JsonResponse({"code": violation.code, "sentence": sentence}, status=409)
    return JsonResponse(_seen(place, lookup.game_of(place.room)))


def _move(request: HttpRequest) -> tuple[int, dict[str, Any]]:
    """The version and the action in the body; raises BadInput for any other shape."""
    try:
        body = json.loads(request.body) if len(request.body) <= LONGEST_FRAME else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or type(body.get("version")) is not int:
        raise BadInput(reason=_("Send JSON with a version and an action."))
    if not isinstance(body.get("action"), dict):
        raise BadInput(reason=_("Send JSON with a version and an action."))
    return body["version"], body["action"]


def _seat_in(place: Member, game: Game | None) -> int | None:
    return position.seat_of(game, place.player) if game else None


def _seen(place: Member, game: Game | None) -> dict[str, Any]:
    """The room and, where there is a game, what the seat may know of it."""
    seen: dict[str, Any] = {"room": place.room.code, "game": None}
    number = _seat_in(place, game)
    if game is None or number is None:
        return seen
    position = position_of(game.pk, game.version)
    return seen | {
        "game": game.code,
        "status": game.status,
        "version": position.version,
        "is_my_turn": number in position.state.seats_to_act,
        "observation": as_dict(observe(position.state, number)),
    }


@require_POST
@says_why_not
def token(request: HttpRequest, invite: str) -> HttpResponse:
    """A token for one's own seat, shown once."""
    room, player = asked(request, invite)
    context = {
        "room": room,
        "token": api_tokens.new_token(room.pk, player),
        "address": f"{site(request)}{reverse('seat-api')}",
    }
    return render(request, "pages/token.html", context)
