"""The admin's front door: who comes in is the same person as at the tables."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games.identity import player_of, remember
from games.models import User
from games.services import people
from games.services.people import bring_along

guarded = require_http_methods(["GET", "HEAD", "POST"])


class HouseAdmin(AdminSite):
    """Django's admin; what was played as a guest in this browser belongs to who logs in."""

    site_title = _("High Society")
    site_header = _("High Society: looking after the house")
    index_title = _("The house")
    enable_nav_sidebar = True

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return guarded(super().admin_view(view, cacheable))

    def get_urls(self) -> list[URLResolver | URLPattern]:
        from games.admin.statistics import show_statistics  # noqa: PLC0415 - which needs this site

        page = self.admin_view(show_statistics)
        return [path("statistics/", page, name="statistics"), *super().get_urls()]

    @method_decorator(guarded)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        guest = player_of(request)
        response = super().login(request, extra_context)
        has_come_in = request.method == "POST" and response.status_code == 302
        if has_come_in and isinstance(request.user, User):
            remember(request, bring_along(guest, request.user))
        return response

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "POST" and (player := player_of(request)):
            people.log_out(player)
        return super().logout(request, extra_context)
