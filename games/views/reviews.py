"""The review of a game that is over: asked for, in the making, and read."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games import limits, selectors
from games.findings import Findings, chapters_of, dearest_first, findings_of
from games.identity import address_of, player_of
from games.models import Game, Review
from games.review.report import FORMAT, report_from
from games.services import reviewing
from games.views.answers import says_why_not


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def review(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a game's review; by POST it is asked for."""
    player = player_of(request)
    game = selectors.game_behind(key, player)
    if request.method == "POST":
        limits.check("review", address_of(request))
        reviewing.ask(game)
        return redirect("review", key)
    made = Review.objects.filter(game=game, format=FORMAT).first()
    context = {"player": player, "game": game, "key": key} | _progress(game, made)
    if request.htmx:  # type: ignore[attr-defined]
        return _news(request, context)
    if made is not None and made.report is not None:
        record = selectors.record_of(game)
        context |= _told(request, findings_of(record, report_from(made.report)))
    return render(request, "pages/review.html", context)


def _progress(game: Game, made: Review | None) -> dict[str, Any]:
    """How far it is: not asked for, in the making, failed or done."""
    if game.status != Game.Status.FINISHED:
        return {"state": "broken-off"}
    if made is None:
        return {"state": "none"}
    percent = 100 * made.done // max(1, made.total)
    return {"state": made.state, "done": made.done, "total": made.total, "percent": percent}


def _news(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """For a page that waits: how far it is, or that there is something else to see."""
    if context["state"] != Review.State.ASKED:
        return HttpResponseClientRefresh()
    return render(request, "partials/review-progress.html", context)


def _told(request: HttpRequest, findings: Findings) -> dict[str, Any]:
    """What there is to read, and of the list of decisions the part that was chosen."""
    seat = _seat(request.GET.get("seat", ""), len(findings.names))
    is_by_cost = request.GET.get("order") == "cost"
    chosen = findings.of(seat)
    return {
        "findings": findings,
        "seat": seat,
        "chosen_name": findings.names[seat] if seat is not None else "",
        "is_by_cost": is_by_cost,
        "dearest": dearest_first(chosen),
        "chapters": () if is_by_cost else chapters_of(chosen),
    }


def _seat(text: str, seats: int) -> int | None:
    """The seat whose decisions are wanted; anything else means all."""
    return int(text) if text in {str(seat) for seat in range(seats)} else None
