"""The house in numbers."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from games.admin.base import may


def show_statistics(request: HttpRequest) -> HttpResponse:
    """Games a day, how they ended, how long they took, who won."""
    if not may(request, "view_game"):
        raise PermissionDenied
    context = {**admin.site.each_context(request), "title": _("Statistics")}
    return TemplateResponse(request, "admin/games/statistics.html", context)
