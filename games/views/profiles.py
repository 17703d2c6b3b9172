"""The profile of a person, and the switch that hides it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from games.accounts import people
from games.accounts.session import player_of
from games.charts.curves import curve
from games.engine.edition_groups import GROUPS
from games.engine.editions import EDITIONS
from games.models import Player
from games.ratings.badges import UNSCATHED, badges
from games.ratings.fold import Rating
from games.ratings.open_games import EditionTotal, by_edition, open_games
from games.ratings.profiles import (
    Step,
    favourite_company,
    profile_name,
    public_profile,
    ratings_of,
)
from games.text.errors import AccountsOnly, NoSuchProfile
from games.text.numbers import count_text, grouped_text, percent_text
from games.views.archive import for_players
from games.views.responses import says_why_not

BADGE_WORDS = {
    "every-edition": (
        gettext_lazy("Every edition"),
        gettext_lazy("Won a game of each edition."),
        "luxury-10",
    ),
    "second-poorest": (
        gettext_lazy("By a hair"),
        gettext_lazy("Won as the second poorest: everyone who wasn’t cast out had more money."),
        "luxury-1",
    ),
    "every-table": (
        gettext_lazy("Any table"),
        gettext_lazy("Won with three, with four and with five players."),
        "luxury-5",
    ),
    "beat-masters": (
        gettext_lazy("Over the masters"),
        gettext_lazy("Won against at least two Master bots."),
        "prestige-1",
    ),
    "unscathed": (
        gettext_lazy("Safe hands"),
        gettext_lazy("%(count)s games in a row without being cast out or leaving."),
        "luxury-7",
    ),
}


@says_why_not
@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    """What anybody may see of a person; unknown and hidden names get the same answer."""
    person = public_profile(name)
    if person is None:
        raise NoSuchProfile
    games, viewer = open_games(person), player_of(request)
    context = {
        "player": viewer,
        "person": person,
        "is_own": viewer is not None and viewer.pk == person.pk,
        "ratings": [_rating(group, steps) for group, steps in ratings_of(person).items()],
        "editions": [_edition(each) for each in by_edition(games)],
        "games": len(games),
        "badges": [_badge(badge.id, badge.at) for badge in badges(games)],
        "company": [
            {"player": each.player, "profile": profile_name(each.player), "games": each.games}
            for each in favourite_company(games)
        ],
    }
    return render(request, "pages/profile.html", context)


def _rating(group: str, steps: list[Step]) -> dict[str, Any]:
    """The rating of a group: its number, the bounds, and the curve."""
    newest = steps[-1]
    rating = Rating(newest.mu, newest.sigma)
    title = _(GROUPS[group].title)
    low, high = rating.bounds
    return {
        "title": title,
        "points": grouped_text(rating.points),
        "low": grouped_text(low),
        "high": grouped_text(high),
        "is_provisional": rating.is_provisional,
        "games": newest.games,
        "curve": curve(f"curve-{group}", title, [(step.at, step.points) for step in steps]),
    }


def _edition(total: EditionTotal) -> dict[str, str]:
    return {
        "title": _(EDITIONS[total.edition].title),
        "games": grouped_text(total.games),
        "wins": count_text(total.wins),
        "share": percent_text(total.wins / total.games),
    }


def _badge(id: str, at: Any) -> dict[str, Any]:
    title, sentence, art = BADGE_WORDS[id]
    return {"title": title, "sentence": str(sentence) % {"count": UNSCATHED}, "art": art, "at": at}


@says_why_not
@require_POST
@for_players
def switch(request: HttpRequest, player: Player) -> HttpResponse:
    """Show or hide one's profile and places on leaderboards; for accounts."""
    if player.user is None:
        raise AccountsOnly
    is_public = request.POST.get("public") == "yes"
    people.show_profile(player, is_public=is_public)
    said = _("Your profile is visible.") if is_public else _("Your profile is hidden.")
    messages.success(request, said)
    return redirect("account")
