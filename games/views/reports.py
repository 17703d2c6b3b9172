"""Reporting somebody or something to those who look after the house."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games import limits, selectors
from games.models import REASON_LENGTH, Player, Room
from games.refusals import NotInThisRoom
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
    others = [each.player for each in selectors.members_of(room) if not each.player.bot]
    return {
        "room": room,
        "others": [(str(each.pk), each.name) for each in others if each.pk != player.pk],
        "about": request.GET.get("player", ""),
        "game": request.GET.get("game", ""),
        "number": request.GET.get("number", ""),
        "most": REASON_LENGTH,
    }


def _number(text: str) -> int | None:
    """The number of an action; whatever else is written there means the newest."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
