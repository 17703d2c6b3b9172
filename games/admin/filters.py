"""Filters whose choices are known without a look at the rows."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.editions import EDITIONS


class ByEdition(admin.SimpleListFilter):
    title = gettext_lazy("edition")
    parameter_name = "edition"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(edition.id, _(edition.title)) for edition in EDITIONS.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(edition=self.value()) if self.value() else queryset


class YesOrNo(admin.SimpleListFilter):
    """A question with two answers."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "yes":
                return self.narrowed(queryset, True)
            case "no":
                return self.narrowed(queryset, False)
        return queryset

    def narrowed(self, rows: QuerySet[Any], is_so: bool) -> QuerySet[Any]:
        raise NotImplementedError


class Void(YesOrNo):
    title = gettext_lazy("void")
    parameter_name = "void"

    def narrowed(self, rows: QuerySet[Any], is_so: bool) -> QuerySet[Any]:
        return rows.filter(voided_at__isnull=not is_so)


class Bot(YesOrNo):
    title = gettext_lazy("bot")
    parameter_name = "bot"

    def narrowed(self, rows: QuerySet[Any], is_so: bool) -> QuerySet[Any]:
        return rows.exclude(bot="") if is_so else rows.filter(bot="")


class BannedNow(YesOrNo):
    title = gettext_lazy("banned")
    parameter_name = "banned"

    def narrowed(self, rows: QuerySet[Any], is_so: bool) -> QuerySet[Any]:
        banned = {"banned_until__gt": timezone.now()}
        return rows.filter(**banned) if is_so else rows.exclude(**banned)
