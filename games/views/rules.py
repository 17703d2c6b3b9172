"""The rules, edition by edition."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.editions import EDITIONS
from games.text.rulebook import points_table, rules_of, traits, words_table


@require_safe
def show_editions(request: HttpRequest) -> HttpResponse:
    """All editions and what sets them apart."""
    editions = [
        {"id": edition.id, "title": _(edition.title), "traits": traits(edition)}
        for edition in EDITIONS.values()
    ]
    context = {"editions": editions, "tables": (points_table(), words_table())}
    return render(request, "pages/rules.html", context)


@require_safe
def show_rules(request: HttpRequest, edition: str) -> HttpResponse:
    """The rules of one edition."""
    if edition not in EDITIONS:
        raise Http404
    return render(request, "pages/rules-of.html", {"book": rules_of(EDITIONS[edition])})
