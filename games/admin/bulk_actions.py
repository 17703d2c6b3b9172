"""Actions on many games of the list: verify them, export them as records or as a table."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin.base import may
from games.admin.streams import checking, download, records, table, written
from games.models import Game
from games.play.daily_secrecy import secret_games

MOST_CHECKED = 1_000


class GameActions(admin.ModelAdmin):  # type: ignore[type-arg]
    """The actions of the list of games, each for a permission of its own."""

    actions = ("verify", "export_records", "export_table")

    def has_verify_permission(self, request: HttpRequest) -> bool:
        return may(request, "verify_games")

    def has_export_permission(self, request: HttpRequest) -> bool:
        return may(request, "export_games")

    @admin.action(
        description=gettext_lazy("Verify: hashes, shuffle, replay"), permissions=["verify"]
    )
    def verify(self, request: HttpRequest, queryset: QuerySet[Game]) -> Any:
        keys = _keys(queryset)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Verified games"),
            "left_out": max(0, len(keys) - MOST_CHECKED),
            "most": MOST_CHECKED,
        }
        return StreamingHttpResponse(checking(request, keys[:MOST_CHECKED], context))

    @admin.action(
        description=gettext_lazy("Download as records (.jsonl), without running games"),
        permissions=["export"],
    )
    def export_records(self, request: HttpRequest, queryset: QuerySet[Game]) -> Any:
        """Records of the games that are over: a record holds the deck."""
        over = _keys(queryset.exclude(status=Game.Status.RUNNING).exclude(secret_games()))
        keys = _keys(queryset)
        if running := len(keys) - len(over):
            words = ngettext(
                "%(count)s running game was left out: a record holds the deck.",
                "%(count)s running games were left out: a record holds the deck.",
                running,
            )
            messages.warning(request, words % {"count": running})
        if not over:
            return None
        return download(written(over, records), "games.jsonl", "application/jsonl")

    @admin.action(description=gettext_lazy("Download as a table (.csv)"), permissions=["export"])
    def export_table(self, _request: HttpRequest, queryset: QuerySet[Game]) -> Any:
        return download(table(_keys(queryset)), "games.csv", "text/csv")


def _keys(games: QuerySet[Game]) -> Sequence[int]:
    return list(games.order_by("-pk").values_list("pk", flat=True))
