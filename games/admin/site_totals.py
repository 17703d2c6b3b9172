"""The page with statistics of the whole site."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.admin.base import may
from games.archive.site_totals import PEOPLE, Numbers, days_chart, numbers
from games.engine.editions import EDITIONS
from games.models import LEVEL_NAMES, Game


def show_statistics(request: HttpRequest) -> HttpResponse:
    """Games a day, how they ended, how long they took, and wins by seat and level."""
    if not may(request, "view_game"):
        raise PermissionDenied
    counted = numbers()
    context = {
        **admin.site.each_context(request),
        "title": _("Statistics"),
        "counted": counted,
        "days": days_chart(counted),
        "tables": _tables(counted),
    }
    return TemplateResponse(request, "admin/games/statistics.html", context)


def _tables(counted: Numbers) -> list[dict[str, Any]]:
    return [
        {
            "title": _("How games ended"),
            "heads": (_("Status"), _("Games")),
            "rows": [
                *((Game.Status(name).label, count) for name, count in counted.endings.items()),
                (_("void (not counted here)"), counted.void),
            ],
        },
        {
            "title": _("Editions"),
            "heads": (_("Edition"), _("Games")),
            "rows": [(_(EDITIONS[id].title), count) for id, count in counted.editions.items()],
        },
        {
            "title": _("Results by seat"),
            "heads": (_("Seat"), _("Games"), _("Won, %")),
            "rows": [(n + 1, wins.played, wins.percent) for n, wins in counted.by_seat.items()],
        },
        {
            "title": _("Results by bot level"),
            "heads": (_("Level"), _("Games"), _("Won, %")),
            "rows": [
                (_level(level), wins.played, wins.percent)
                for level, wins in sorted(counted.by_level.items())
            ],
        },
    ]


def _level(level: str) -> Any:
    return _("People") if level == PEOPLE else LEVEL_NAMES.get(level, level)
