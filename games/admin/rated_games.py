"""The page with what moderators may want to look at in rated games."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.admin.base import may
from games.admin.links import link_to
from games.ratings.flags import DAYS, Pair, frequent_leavers, frequent_pairs, shared_browsers


def show_flags(request: HttpRequest) -> HttpResponse:
    """Two accounts of one browser, pairs that meet too often, and many leaves; for moderators."""
    if not may(request, "moderate"):
        raise PermissionDenied
    title = _("Rated games to look at")
    context = {
        **admin.site.each_context(request),
        "title": title,
        "days": DAYS,
        "tables": _tables(),
    }
    return TemplateResponse(request, "admin/games/flags.html", context)


def _tables() -> list[dict[str, Any]]:
    pairs = (_("Player"), _("Player"), _("Together"), _("of all"))
    return [
        {
            "title": _("Two accounts of one browser at a table"),
            "heads": pairs,
            "rows": [_pair(each) for each in shared_browsers()],
        },
        {
            "title": _("The same two people very often"),
            "heads": pairs,
            "rows": [_pair(each) for each in frequent_pairs()],
        },
        {
            "title": _("Many rated games left"),
            "heads": (_("Player"), _("Left"), _("of all")),
            "rows": [(link_to(each.player), each.left, each.of) for each in frequent_leavers()],
        },
    ]


def _pair(pair: Pair) -> tuple[object, ...]:
    return link_to(pair.one), link_to(pair.other), pair.games, pair.of
