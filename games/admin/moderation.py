"""The queue of reports, and the two append-only logs of moderators."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.actions import Data, ModeratedAdmin, Offer
from games.admin.base import ReadOnly, may
from games.admin.links import NOTHING, link_to, list_of
from games.models import HiddenAccess, ModerationAction, Report
from games.moderation import actions
from games.moderation.actions import Moderator
from games.moderation.reports import talk_around


def _take(moderator: Moderator, report: Report, _data: Data) -> None:
    actions.take(moderator, report)


def _settle(moderator: Moderator, report: Report, data: Data) -> None:
    actions.settle(moderator, report, data["reason"])


@admin.register(Report)
class ReportAdmin(ModeratedAdmin):
    """Reports of players: open ones first, oldest first."""

    questions = frozenset({"status", "at", "about", "game"})
    list_display = ("id", "at", "status", "reason", "about_link", "game_link", "taken_by")
    list_filter = ("status",)
    page_template = "admin/games/report.html"
    date_hierarchy = "at"
    ordering = (F("settled_at").asc(nulls_first=True), "at")
    list_select_related = ("about", "game", "taken_by")
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("take", gettext_lazy("Take this report"), _take, ()),
        Offer("settle", gettext_lazy("Settle"), _settle),
    )

    @admin.display(description=gettext_lazy("about"))
    def about_link(self, report: Report) -> str:
        return link_to(report.about)

    @admin.display(description=gettext_lazy("game"))
    def game_link(self, report: Report) -> str:
        return link_to(report.game, f"?ply={report.number}" if report.number else "")

    def page(self, request: HttpRequest, row: Any, more: dict[str, Any]) -> HttpResponse:
        talk = talk_around(row) if may(request, "view_message") else ()
        whole = list_of("message", f"room={row.room_id}", _("The whole chat"))
        return super().page(request, row, {"talk": talk, "whole_talk": whole, **more})

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.status == Report.Status.SETTLED else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Status"), row.get_status_display()),
            (_("Reason"), row.reason or NOTHING),
            (_("About"), self.about_link(row)),
            (_("Reported by"), link_to(row.reporter)),
            (_("Game"), self.game_link(row)),
            (_("After action"), NOTHING if row.number is None else row.number),
            (_("Room"), link_to(row.room)),
            (_("Taken by"), row.taken_by or NOTHING),
            (_("Outcome"), row.outcome or NOTHING),
        ]


@admin.register(HiddenAccess)
class HiddenAccessAdmin(ReadOnly):
    """The log of access to hidden cards."""

    questions = frozenset({"at", "game"})
    list_display = ("at", "user", "game_link", "version", "reason")
    date_hierarchy = "at"
    ordering = ("-id",)
    list_select_related = ("user", "game")

    @admin.display(description=gettext_lazy("game"))
    def game_link(self, access: HiddenAccess) -> str:
        return link_to(access.game)

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Who"), row.user),
            (_("Game"), link_to(row.game)),
            (_("After action"), row.version),
            (_("Reason"), row.reason),
        ]


@admin.register(ModerationAction)
class ModerationActionAdmin(ReadOnly):
    """The log of moderation actions."""

    questions = frozenset({"kind", "at", "player"})
    list_display = ("at", "user", "kind", "whom", "until", "reason")
    list_filter = ("kind",)
    date_hierarchy = "at"
    ordering = ("-id",)
    list_select_related = ("user", "player", "game", "room", "report")

    @admin.display(description=gettext_lazy("about"))
    def whom(self, action: ModerationAction) -> str:
        for name in ("player", "game", "room", "report"):
            if getattr(action, f"{name}_id"):
                return _linked(action, name)
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


def _linked(action: ModerationAction, name: str) -> str:
    """A link to the row, or its id if it was erased."""
    row = _known(action, name)
    return link_to(row) if row is not None else f"{getattr(action, f'{name}_id')}"


def _known(action: ModerationAction, name: str) -> Any:
    try:
        return getattr(action, name)
    except ModerationAction._meta.get_field(name).related_model.DoesNotExist:  # type: ignore[union-attr]
        return None
