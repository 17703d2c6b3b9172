"""The queue of reports, and the two logs that nobody can change."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnly
from games.admin.deeds import Data, Judged, Offer
from games.admin.links import NOTHING, link_to
from games.models import Deed, Look, Report
from games.services import moderation
from games.services.moderation import Judge


def _take(judge: Judge, report: Report, _data: Data) -> None:
    moderation.take(judge, report)


def _settle(judge: Judge, report: Report, data: Data) -> None:
    moderation.settle(judge, report, data["reason"])


@admin.register(Report)
class ReportAdmin(Judged):
    """What players have reported, the oldest that waits first."""

    questions = frozenset({"status", "at", "about", "game"})
    list_display = ("id", "at", "status", "reason", "about_link", "game_link", "taken_by")
    list_filter = ("status",)
    date_hierarchy = "at"
    ordering = (F("settled_at").asc(nulls_first=True), "at")
    list_select_related = ("about", "game", "taken_by")
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("take", gettext_lazy("Take it: I look into this"), _take, ()),
        Offer("settle", gettext_lazy("Settle it"), _settle),
    )

    @admin.display(description=gettext_lazy("about"))
    def about_link(self, report: Report) -> str:
        return link_to(report.about)

    @admin.display(description=gettext_lazy("game"))
    def game_link(self, report: Report) -> str:
        return link_to(report.game, f"?ply={report.number}" if report.number else "")

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.status == Report.Status.SETTLED else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Status"), row.get_status_display()),
            (_("Reason"), row.reason),
            (_("About"), self.about_link(row)),
            (_("Reported by"), link_to(row.reporter)),
            (_("Game"), self.game_link(row)),
            (_("After action"), NOTHING if row.number is None else row.number),
            (_("Room"), link_to(row.room)),
            (_("Taken by"), row.taken_by or NOTHING),
            (_("What came of it"), row.outcome or NOTHING),
        ]


@admin.register(Look)
class LookAdmin(ReadOnly):
    """Who has looked at hidden cards, when and why."""

    questions = frozenset({"at", "game"})
    list_display = ("at", "user", "game_link", "version", "reason")
    date_hierarchy = "at"
    ordering = ("-id",)
    list_select_related = ("user", "game")

    @admin.display(description=gettext_lazy("game"))
    def game_link(self, look: Look) -> str:
        return link_to(look.game)

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Who"), row.user),
            (_("Game"), link_to(row.game)),
            (_("After action"), row.version),
            (_("Reason"), row.reason),
        ]


@admin.register(Deed)
class DeedAdmin(ReadOnly):
    """What moderators have done, when and why."""

    questions = frozenset({"kind", "at", "player"})
    list_display = ("at", "user", "kind", "whom", "until", "reason")
    list_filter = ("kind",)
    date_hierarchy = "at"
    ordering = ("-id",)
    list_select_related = ("user", "player", "game", "room", "report")

    @admin.display(description=gettext_lazy("about"))
    def whom(self, deed: Deed) -> str:
        for name in ("player", "game", "room", "report"):
            if getattr(deed, f"{name}_id"):
                return _linked(deed, name)
        return NOTHING

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Who"), row.user),
            (_("What"), row.get_kind_display()),
            (_("About"), self.whom(row)),
            (_("Until"), row.until or NOTHING),
            (_("Reason"), row.reason),
        ]


def _linked(deed: Deed, name: str) -> str:
    """A link, or the number of somebody who is forgotten by now."""
    row = _known(deed, name)
    return link_to(row) if row is not None else f"{getattr(deed, f'{name}_id')}"


def _known(deed: Deed, name: str) -> Any:
    try:
        return getattr(deed, name)
    except Deed._meta.get_field(name).related_model.DoesNotExist:  # type: ignore[union-attr]
        return None
