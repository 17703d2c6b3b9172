"""The leaderboards, and the page that explains ratings."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.accounts.session import player_of
from games.engine.edition_groups import GROUPS
from games.engine.editions import EDITIONS
from games.models import FEWEST_RATED_GAMES, LEVEL_NAMES, RatedSeat
from games.ratings.fold import Rating
from games.ratings.leaders import PERIODS, leaders, rank
from games.ratings.profiles import profile_name
from games.ratings.strengths import bot_rating
from games.text.errors import BadInput
from games.text.numbers import grouped_text, percent_text
from games.views.responses import says_why_not

PAGE = 50
PERIOD_NAMES = {
    "week": gettext_lazy("Active this week"),
    "month": gettext_lazy("Active in the last 30 days"),
    "year": gettext_lazy("Active in the last year"),
    "all": gettext_lazy("All time"),
}


@says_why_not
@require_safe
def show_leaders(request: HttpRequest) -> HttpResponse:
    """The leaderboard of an edition group and a period."""
    group, period = request.GET.get("group", "base"), request.GET.get("period", "month")
    if group not in GROUPS or period not in PERIODS:
        raise BadInput(reason=_("There is no such leaderboard. Choose another one."))
    board, player = leaders(group, period), player_of(request)
    page = Paginator(board.values("pk"), PAGE).get_page(request.GET.get("page"))
    found = _loaded(page.object_list)
    context = {
        "player": player,
        "groups": [(each.id, _(each.title)) for each in GROUPS.values()],
        "periods": PERIOD_NAMES.items(),
        "group": group,
        "period": period,
        "page": page,
        "rows": _rows(found, page.start_index(), rank(board, found[0].points) if found else 1),
        "mine": None if player is None else _mine(board, player.pk),
        "own": player.pk if player else None,
        "fewest": FEWEST_RATED_GAMES,
    }
    return render(request, "pages/leaders.html", context)


def _loaded(numbers: Any) -> list[RatedSeat]:
    """The ratings with these ids, a page of the board: its index alone says which they are."""
    found = RatedSeat.objects.filter(pk__in=numbers).order_by("-points", "player")
    return list(found.select_related("player__user"))


def _rows(found: list[RatedSeat], start: int, first: int) -> list[dict[str, Any]]:
    """The rows of a page with their places, from `first` on; equal points share a place."""
    rows: list[dict[str, Any]] = []
    for number, row in enumerate(found, start):
        is_tied = rows and rows[-1]["points_of"] == row.points
        place = rows[-1]["place"] if is_tied else number if rows else first
        rows.append({"place": place, "points_of": row.points} | _row(row))
    return rows


def _row(row: RatedSeat) -> dict[str, Any]:
    assert row.player is not None  # noqa: S101 - the board has people only
    return {
        "player": row.player,
        "profile": profile_name(row.player),
        "points": grouped_text(row.points),
        "games": grouped_text(row.games),
        "wins": percent_text(row.wins / row.games),
        "is_provisional": Rating(row.mu or 0, row.sigma or 0).is_provisional,
    }


def _mine(board: Any, player: int) -> str:
    """The place of the one who asks; empty if they are not on the board."""
    points = board.filter(player=player).values_list("points", flat=True).first()
    return "" if points is None else grouped_text(rank(board, points))


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    """What a rating says, how it moves, and how strong the built-in bots are."""
    context = {
        "player": player_of(request),
        "groups": [_group(id) for id in GROUPS],
        "levels": [
            (
                LEVEL_NAMES[level],
                [grouped_text(bot_rating(group, level).middle) for group in GROUPS.values()],
            )
            for level in LEVEL_NAMES
        ],
        "fewest": FEWEST_RATED_GAMES,
    }
    return render(request, "pages/ratings.html", context)


def _group(id: str) -> tuple[str, str]:
    """The title of a group and the titles of its editions."""
    editions = [each for each in EDITIONS.values() if each.has_advanced or id != "stars"]
    return _(GROUPS[id].title), ", ".join(_(each.title) for each in editions)
