"""The rules, edition by edition."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.session import player_of
from games.engine.editions import EDITIONS
from games.models import DEFAULT_EDITION
from games.text.rulebook import points_table, rules_of, traits, words_table
from games.views import link_previews

# The sections that are enough for a first game.
BASICS = ("aim", "money", "auction", "reverse", "end", "reckoning")


@require_safe
def show_editions(request: HttpRequest) -> HttpResponse:
    """How to play, then all editions and what sets them apart."""
    book = rules_of(EDITIONS[DEFAULT_EDITION], ())
    editions = [
        {"id": edition.id, "title": _(edition.title), "traits": traits(edition)}
        for edition in EDITIONS.values()
    ]
    context = {
        "player": player_of(request),
        "book": book,
        "basics": [section for section in book.sections if section.id in BASICS],
        "editions": editions,
        "tables": (points_table(), words_table()),
        "preview": link_previews.of_rules(request),
    }
    return render(request, "pages/rules.html", context)


@require_safe
def show_rules(request: HttpRequest, edition: str) -> HttpResponse:
    """The rules of one edition."""
    if edition not in EDITIONS:
        raise Http404
    book = rules_of(EDITIONS[edition])
    context = {
        "player": player_of(request),
        "book": book,
        "preview": link_previews.of_rules(request, book.title),
    }
    return render(request, "pages/rules-of.html", context)
