"""The review of a finished game: request it, wait for it, read it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.accounts import limits
from games.accounts.session import address_of, player_of
from games.archive import access, stored_games
from games.models import Game, Review
from games.reviews import jobs
from games.reviews.text import Findings, chapters_of, dearest_first, stored_findings
from games.views.responses import says_why_not


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def review(request: HttpRequest, key: str) -> HttpResponse:
    """The page of a game's review; a POST requests it."""
    player = player_of(request)
    game = access.game_behind(key, player)
    if request.method == "POST":
        limits.check("review", address_of(request))
        jobs.ask(game, player)
        return redirect("review", key)
    made = jobs.review_of(game)
    context = {"player": player, "game": game, "key": key} | _progress(game, made)
    if request.htmx:  # type: ignore[attr-defined]
        return _news(request, context)
    if made is not None and made.report is not None:
        record = stored_games.record_of(game)
        context |= _told(request, stored_findings(record, made.report))
    return render(request, "pages/review.html", context)


def _progress(game: Game, made: Review | None) -> dict[str, Any]:
    """The state of the review: not requested, being computed, failed or done."""
    if game.status != Game.Status.FINISHED:
        return {"state": "broken-off"}
    if made is None:
        return {"state": "none"}
    percent = 100 * made.done // max(1, made.total)
    return {"state": made.state, "done": made.done, "total": made.total, "percent": percent}


def _news(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The answer to a waiting page: the progress, or that the review has ended."""
    if context["state"] != Review.State.ASKED:
        return HttpResponseClientRefresh()
    return render(request, "partials/review-progress.html", context)


def _told(request: HttpRequest, findings: Findings) -> dict[str, Any]:
    """The text of the review, with the chosen part of the list of decisions."""
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
    """The seat whose decisions are asked for; None for all."""
    return int(text) if text in {str(seat) for seat in range(seats)} else None
