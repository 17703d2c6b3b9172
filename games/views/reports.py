"""Reporting somebody or something to those who look after the house."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games import limits, selectors
from games.models import REASON_LENGTH, Game, Player, Room
from games.refusals import NotInThisRoom, UnreadableGame
from games.replaying import moments_of, replay_of
from games.services import reporting
from games.views.answers import says_why_not
from games.views.rooms import asked, numbered


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def report(request: HttpRequest, invite: str) -> HttpResponse:
    """The form, and the thanks for it; `player`, `game` and `number` say what it is about."""
    room, player = asked(request, invite)
    if selectors.membership(room, player) is None:
        raise NotInThisRoom
    if request.method != "POST":
        return render(request, "pages/report.html", _form(request, room, player))
    limits.check("report", player.pk)
    reporting.report(
        room,
        player,
        request.POST.get("reason", ""),
        numbered(request) if request.POST.get("player") else None,
        request.POST.get("game", "").replace("\0", ""),
        _number(request.POST.get("number", "")),
    )
    return render(request, "pages/report.html", {"room": room, "is_done": True})


def _form(request: HttpRequest, room: Room, player: Player) -> dict[str, object]:
    game, number = selectors.game_of(room), request.GET.get("number", "")
    code = request.GET.get("game", "") or (game.code if game else "")
    return {
        "room": room,
        "others": _others(room, game, player),
        "about": request.GET.get("player", ""),
        "game": code,
        "number": number,
        "moments": _moments(game, _number(number)) if game and game.code == code else (),
        "most": REASON_LENGTH,
    }


def _others(room: Room, game: Game | None, player: Player) -> list[tuple[str, str]]:
    """The other people in the room, and who has left its table."""
    seats = game.seats.select_related("player") if game else ()
    met = [each.player for each in (*selectors.members_of(room), *seats)]
    people = {each.pk: each for each in met if each and not each.bot and each != player}
    return [(str(each.pk), each.name) for each in people.values()]


def _moments(game: Game, asked_for: int | None) -> list[tuple[int, str, bool]]:
    """What everybody has read in the log, newest first, and which of it is chosen to begin with."""
    try:
        told = moments_of(replay_of(game))
    except UnreadableGame:
        return []
    newest = told[-1].ply
    chosen = newest if asked_for is None else min(asked_for, newest)
    return [(each.ply, each.sentence, each.ply == chosen) for each in reversed(told)]


def _number(text: str) -> int | None:
    """The number of an action; whatever else is written there means the newest."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
