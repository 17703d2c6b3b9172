"""List filters whose choices are known without a query."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.lists import Together
from games.engine.editions import EDITIONS


class OfColumn(Together, admin.ChoicesFieldListFilter):
    """One of the values a column may have."""


class Choice(Together, admin.SimpleListFilter):
    """A filter with fixed answers; `where` gives the condition of each, for list and counts."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        known = {value for value, _name in self.lookup_choices}
        return queryset.filter(self.where(str(self.value()))) if self.value() in known else queryset

    def get_facet_counts(self, pk_attname: str, filtered_qs: QuerySet[Any]) -> dict[str, Count]:
        return {
            f"{number}__c": Count(pk_attname, filter=self.where(str(value)))
            for number, (value, _name) in enumerate(self.lookup_choices)
        }

    def where(self, value: str) -> Q:
        """The condition that this answer stands for."""
        raise NotImplementedError


class ByEdition(Choice):
    title = gettext_lazy("edition")
    parameter_name = "edition"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(edition.id, _(edition.title)) for edition in EDITIONS.values()]

    def where(self, value: str) -> Q:
        return Q(edition=value)


class Void(Choice):
    title = gettext_lazy("void")
    parameter_name = "void"

    def where(self, value: str) -> Q:
        return Q(voided_at__isnull=value == "no")


class OpenToAnyone(Choice):
    """Tables that strangers find, and games played at them; others are private."""

    title = gettext_lazy("open to anyone")
    parameter_name = "open"

    def where(self, value: str) -> Q:
        return Q(is_open=value == "yes")


class Rated(Choice):
    title = gettext_lazy("rated")
    parameter_name = "rated"

    def where(self, value: str) -> Q:
        return Q(is_rated=value == "yes")


class Bot(Choice):
    title = gettext_lazy("bot")
    parameter_name = "bot"

    def where(self, value: str) -> Q:
        return ~Q(bot="") if value == "yes" else Q(bot="")


class BannedNow(Choice):
    title = gettext_lazy("banned")
    parameter_name = "banned"

    def where(self, value: str) -> Q:
        banned = Q(banned_until__gt=timezone.now())
        return banned if value == "yes" else Q(banned_until=None) | ~banned
