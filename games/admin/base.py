"""What all admin pages share: read-only rows, and no filter on columns that are not listed."""

from html import escape
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as of_django

from games.accounts.session import player_of
from games.admin.lists import CappedPaginator, List
from games.models import User
from games.moderation.actions import Moderator

# What dates, choices and empty columns are asked for by; anything else in an address is refused.
QUESTIONS = {"", "exact", "isnull", "isempty", "year", "month", "day", "gte", "lt"}
CHECKBOX = '<input type="checkbox" name="{}" value="{}" class="action-select" aria-label="{}">'


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A read-only list with a page for each row."""

    questions: ClassVar[frozenset[str]] = frozenset()
    actions_on_top = True
    list_per_page = 50
    show_full_result_count = False
    show_facets = admin.ShowFacets.ALLOW
    paginator = CappedPaginator
    change_list_template = "admin/games/list.html"
    page_template = "admin/games/page.html"

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[List]:
        return List

    def action_checkbox(self, obj: Model) -> SafeString:
        """Django's own, put together without a template: there is one in each row."""
        label = of_django("Select this object for an action - {}").format(obj)
        return SafeString(CHECKBOX.format(ACTION_CHECKBOX_NAME, obj.pk, escape(label)))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a filter is allowed; by any filter a seed could be found digit by digit."""
        name, _, question = lookup.partition("__")
        return name in self.questions and question in QUESTIONS

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return to_field == "id"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of one row."""
        row = self.row(request, object_id)
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return, attr-defined]
        if request.method == "POST":
            raise PermissionDenied
        return self.page(request, row, extra_context or {})

    def row(self, request: HttpRequest, object_id: str) -> Any:
        """The row with this id, or None; raises PermissionDenied without the view permission."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.get_object(request, object_id)

    def page(self, request: HttpRequest, row: Any, more: dict[str, Any]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "row": row,
            "title": capfirst(self.opts.verbose_name),
            "subtitle": str(row),
            "facts": [(name, _several(value)) for name, value in self.facts(row)],
            **more,
        }
        return TemplateResponse(request, self.page_template, context)

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        """The facts on the page of a row, each a name with its value."""
        raise NotImplementedError


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def moderator_in(request: HttpRequest) -> Moderator:
    """The moderator behind a request: the account, its player, and the player of this browser."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    known = (getattr(user, "player", None), player_of(request))
    return Moderator(user, {player.pk for player in known if player is not None})


def may(request: HttpRequest, permission: str) -> bool:
    """Whether the account of the request has this permission of the app `games`."""
    return request.user.has_perm(f"games.{permission}")
