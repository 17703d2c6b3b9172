"""The review of a finished game: request it, wait for it, read it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.accounts import limits
from games.accounts.session import address_of, player_of
from games.archive import access
from games.models import Game, Review
from games.play import position
from games.play.stored_records import record_of
from games.reviews import jobs
from games.reviews.text import chapters_of, costliest_first, found_so_far, stored_findings
from games.views import link_previews
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
    own = position.seat_of(game, player)
    context = {"player": player, "game": game, "key": key} | _progress(game, made)
    if request.htmx:  # type: ignore[attr-defined]
        return _news(request, context, made, own)
    context |= _found_so_far(game, made, own)
    if made is not None and made.report is not None:
        context |= _told(request, game, made.report, own)
    names = [seat.name for seat in game.seats.all()]
    context["preview"] = link_previews.of_review(request, key, names)
    return render(request, "pages/review.html", context)


def _progress(game: Game, made: Review | None) -> dict[str, Any]:
    """The state of the review: not requested, being computed, failed or done."""
    if game.status != Game.Status.FINISHED:
        return {"state": "broken-off"}
    if made is None:
        return {"state": "none"}
    percent = 100 * made.done // max(1, made.total)
    return {"state": made.state, "done": made.done, "total": made.total, "percent": percent}


def _found_so_far(game: Game, made: Review | None, own: int | None) -> dict[str, Any]:
    """The first results of a review that is being computed; nothing before there are any."""
    if made is None or made.state != Review.State.ASKED or not made.done:
        return {}
    found = found_so_far(record_of(game), made.answers, own)
    return {"is_own": own is not None, "found": found}


def _news(
    request: HttpRequest, context: dict[str, Any], made: Review | None, own: int | None
) -> HttpResponse:
    """The answer to a waiting page: the progress, nothing if it shows that already, or that the
    review has ended."""
    if context["state"] != Review.State.ASKED:
        return HttpResponseClientRefresh()
    if request.GET.get("done") == str(context["done"]):
        return HttpResponse(status=204)
    context |= _found_so_far(context["game"], made, own)
    return render(request, "partials/review-progress.html", context)


def _told(
    request: HttpRequest, game: Game, report: Mapping[str, Any], own: int | None
) -> dict[str, Any]:
    """The text of the review: at first the reader's own decisions, or everyone's by auction."""
    record = record_of(game)
    seat = _seat(request.GET.get("seat", ""), len(record.names), own)
    findings = stored_findings(record, report, own, seat)
    is_by_cost = request.GET.get("order") == "cost"
    chosen = findings.of(seat)
    return {
        "findings": findings,
        "seat": seat,
        "is_own": seat is not None and seat == own,
        "chosen_name": findings.names[seat] if seat is not None else "",
        "is_by_cost": is_by_cost,
        "listed": costliest_first(chosen) if is_by_cost else chosen if seat is not None else (),
        "chapters": chapters_of(chosen) if seat is None and not is_by_cost else (),
    }


def _seat(text: str, seats: int, own: int | None) -> int | None:
    """The seat whose decisions are asked for, at first the reader's own; None for all."""
    if text in {str(seat) for seat in range(seats)}:
        return int(text)
    return None if text else own
