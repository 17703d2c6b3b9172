"""Report a player, a message or a moment of a game to the moderators."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts import limits
from games.accounts.session import address_of
from games.models import REASON_LENGTH, Game, Player, Room
from games.moderation import reports
from games.replays.replay import moments_of, replay_of
from games.rooms import lookup
from games.rooms.chat import words_of
from games.text.cleaning import code_in
from games.text.errors import NotInThisRoom, UnreadableGame
from games.text.numbers import ID_DIGITS, whole_number
from games.views.responses import room_url, says_why_not
from games.views.rooms import asked, numbered


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def report(request: HttpRequest, invite: str) -> HttpResponse:
    """The form; then back to where the player was. Over htmx both are parts of a sheet.

    `message`, or `player`, `game` and `number` say what the report is about.
    """
    room, player = asked(request, invite)
    if lookup.membership(room, player) is None:
        raise NotInThisRoom
    if request.method != "POST":
        return _answer(request, "form", _form(request, room, player))
    limits.check("report", player.pk)
    limits.check("report_from", address_of(request))
    _store(request, room, player)
    if request.htmx:  # type: ignore[attr-defined]
        return _answer(request, "done", {"room": room})
    messages.success(request, _("Reported. Thank you."))
    return redirect(_back(request.POST, room))


def _answer(request: HttpRequest, part: str, context: dict[str, object]) -> HttpResponse:
    is_part = bool(request.htmx)  # type: ignore[attr-defined]
    template = f"partials/report-{part}.html" if is_part else "pages/report.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _store(request: HttpRequest, room: Room, player: Player) -> None:
    """Store the report that the form asks for."""
    reason, message = request.POST.get("reason", ""), request.POST.get("message", "")
    if message:
        said = reports.reportable(room, player, whole_number(message, ID_DIGITS))
        reports.report_message(room, player, said, reason)
        return
    reports.report(
        room,
        player,
        reason,
        numbered(request) if request.POST.get("player") else None,
        code_in(request.POST.get("game", "")),
        whole_number(request.POST.get("number", "")),
    )


def _back(fields: QueryDict, room: Room) -> str:
    """The address the reporter came from: a moment of a replay, or the room."""
    game, number = code_in(fields.get("game", "")), whole_number(fields.get("number", ""))
    is_replay = fields.get("from") == "replay" and room.games.filter(code=game).exists()
    if not is_replay:
        return room_url(room)
    return f"{reverse('replay', args=[game])}?at={number or 0}"


def _form(request: HttpRequest, room: Room, player: Player) -> dict[str, object]:
    context: dict[str, object] = {
        "room": room,
        "most": REASON_LENGTH,
        "from": request.GET.get("from", ""),
        "back": _back(request.GET, room),
    }
    if message := request.GET.get("message", ""):
        said = reports.reportable(room, player, whole_number(message, ID_DIGITS))
        return context | {"message": said, "words": words_of(said)}
    game, number = lookup.game_of(room), request.GET.get("number", "")
    code = request.GET.get("game", "") or (game.code if game else "")
    return context | {
        "others": _others(room, game, player),
        "about": request.GET.get("player", ""),
        "game": code,
        "number": number,
        "moments": _moments(game, whole_number(number)) if game and game.code == code else (),
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
