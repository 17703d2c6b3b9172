"""Report a player or a moment of a game to the moderators."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.accounts import limits
from games.models import REASON_LENGTH, Game, Player, Room
from games.moderation import reports
from games.replays.replay import moments_of, replay_of
from games.rooms import lookup
from games.text.cleaning import code_in
from games.text.errors import NotInThisRoom, UnreadableGame
from games.text.numbers import whole_number
from games.views.responses import says_why_not
from games.views.rooms import asked, numbered


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def report(request: HttpRequest, invite: str) -> HttpResponse:
    """The form, and its confirmation; `player`, `game` and `number` say what it is about."""
    room, player = asked(request, invite)
    if lookup.membership(room, player) is None:
        raise NotInThisRoom
    if request.method != "POST":
        return render(request, "pages/report.html", _form(request, room, player))
    limits.check("report", player.pk)
    reports.report(
        room,
        player,
        request.POST.get("reason", ""),
        numbered(request) if request.POST.get("player") else None,
        code_in(request.POST.get("game", "")),
        whole_number(request.POST.get("number", "")),
    )
    return render(request, "pages/report.html", {"room": room, "is_done": True})


def _form(request: HttpRequest, room: Room, player: Player) -> dict[str, object]:
    game, number = lookup.game_of(room), request.GET.get("number", "")
    code = request.GET.get("game", "") or (game.code if game else "")
    return {
        "room": room,
        "others": _others(room, game, player),
        "about": request.GET.get("player", ""),
        "game": code,
        "number": number,
        "moments": _moments(game, whole_number(number)) if game and game.code == code else (),
        "most": REASON_LENGTH,
    }


def _others(room: Room, game: Game | None, player: Player) -> list[tuple[str, str]]:
    """The other people in the room and at its table, also those who left."""
    seats = game.seats.select_related("player") if game else ()
    met = [each.player for each in (*lookup.members_of(room), *seats)]
    people = {each.pk: each for each in met if each and not each.bot and each != player}
    return [(str(each.pk), each.name) for each in people.values()]


def _moments(game: Game, asked_for: int | None) -> list[tuple[int, str, bool]]:
    """The public log, newest first: number, sentence, and whether it is selected."""
    try:
        told = moments_of(replay_of(game))
    except UnreadableGame:
        return []
    newest = told[-1].ply
    chosen = newest if asked_for is None else min(asked_for, newest)
    return [(each.ply, each.sentence, each.ply == chosen) for each in reversed(told)]
