"""The admin site: its login, logout and addresses."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path, re_path
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods
from django.views.generic import RedirectView

from games.accounts import limits, people
from games.accounts.guest_merging import merge_guest
from games.accounts.passwords import count_try, has_logged_in
from games.accounts.session import address_of, bind_session, device_in, player_of
from games.models import Report, User
from games.views.responses import says_why_not

guarded = require_http_methods(["GET", "HEAD", "POST"])
# Models that were renamed: bookmarks and pages of the version before use the old addresses.
MOVED = {"deed": "moderationaction", "look": "hiddenaccess"}


class SiteAdmin(AdminSite):
    """Django's admin; a login takes over the games of the guest of this browser."""

    site_title = _("High Society")
    site_header = _("High Society: administration")
    index_title = _("Administration")
    enable_nav_sidebar = True

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return guarded(super().admin_view(view, cacheable))

    def get_urls(self) -> list[URLResolver | URLPattern]:
        # They need this site.
        from games.admin.rated_games import show_flags  # noqa: PLC0415
        from games.admin.site_totals import show_statistics  # noqa: PLC0415

        moved = [self._moved(old, new) for old, new in MOVED.items()]
        pages = [
            path("statistics/", self.admin_view(show_statistics), name="statistics"),
            path("rated-games/", self.admin_view(show_flags), name="rated-games"),
        ]
        return [*pages, *moved, *super().get_urls()]

    def _moved(self, old: str, new: str) -> URLPattern:
        """Lead every address of a model's old name to the same one of its new name."""
        lead_on = RedirectView.as_view(
            url=f"/admin/games/{new}/%(rest)s", query_string=True, permanent=True
        )
        view, name = self.admin_view(lead_on), f"games_{old}_moved"
        pattern: URLPattern = re_path(f"^games/{old}/(?P<rest>.*)$", view, name=name)
        return pattern

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """The start page; who may see reports is told how many are open."""
        shown = dict(extra_context or {})
        if request.user.has_perm("games.view_report"):
            shown["open_reports"] = Report.objects.filter(status=Report.Status.OPEN).count()
        return super().index(request, shown)

    @method_decorator(guarded)
    @method_decorator(says_why_not)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        if request.method == "POST":
            limits.check("account", address_of(request))
        guest = player_of(request)
        response = super().login(request, extra_context)
        has_come_in = request.method == "POST" and response.status_code == 302
        if has_come_in and isinstance(request.user, User):
            bind_session(request, merge_guest(guest, request.user))
            has_logged_in(request, response, request.user)
        return response

    @method_decorator(says_why_not)
    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "POST" and isinstance(request.user, User):
            count_try(request, request.user.get_username())
        response = super().password_change(request, extra_context)
        if response.status_code == 302 and isinstance(request.user, User):
            has_logged_in(request, response, request.user)
        return response

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        if request.method == "POST" and (player := player_of(request)):
            people.log_out(player, device_in(request.session))
        return super().logout(request, extra_context)
