"""Games: the list, the page of one, and what can be done with many."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from games.admin.base import judge_in, may
from games.admin.deeds import Data, Judged, Offer
from games.admin.filters import ByEdition, OfColumn, Void
from games.admin.links import NOTHING, link_to, list_of, names_in, winners_of
from games.admin.lists import MOST
from games.admin.moments import moment_context, ticks_of
from games.admin.streams import checking, download, records, table, written
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.models import CODE_LENGTH, Game, Look, Seat, User
from games.narration import lot_name
from games.refusals import Refused
from games.services import moderation, reporting
from games.services.moderation import Judge

HIDDEN = ("seed", "salt", "laid", "orders", "bots")
LOOK_LASTS = timedelta(minutes=5)
MOST_CHECKED = 1_000


def _void(judge: Judge, game: Game, data: Data) -> None:
    moderation.void(judge, game, data["reason"])


@admin.register(Game)
class GameAdmin(Judged):
    """Every game; of those that run only what everybody at the table may see."""

    questions = frozenset({"status", "origin", "edition", "void", "started_at"})
    list_display = (
        "code", "title", "who", "status", "origin", "winner", "actions_taken", "minutes",
        "started_at",
    )  # fmt: skip
    list_filter = (("status", OfColumn), ByEdition, ("origin", OfColumn), Void)
    date_hierarchy = "started_at"
    ordering = ("-id",)
    search_fields = ("code",)
    search_help_text = gettext_lazy(
        "The code of a game or of its room, or the beginning of a player's name"
    )
    actions = ("verify", "export_records", "export_table")
    page_template = "admin/games/game.html"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("void", gettext_lazy("Void the game: it counts for nobody"), _void),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer(*HIDDEN).prefetch_related("seats")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """A code first, as that is quickest; names by how they begin."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if len(term) == CODE_LENGTH and (keys := _keys_of(term.upper())):
            return queryset.filter(pk__in=keys), False
        named = Seat.objects.filter(name__istartswith=term).values("game_id")
        return queryset.filter(pk__in=named), False

    @admin.display(description=gettext_lazy("edition"), ordering="edition")
    def title(self, game: Game) -> str:
        edition = EDITIONS.get(game.edition)
        return _(edition.title) if edition else game.edition

    @admin.display(description=gettext_lazy("seats"))
    def who(self, game: Game) -> str:
        return names_in(game)

    @admin.display(description=gettext_lazy("winner"))
    def winner(self, game: Game) -> str:
        return _("void") if game.voided_at else winners_of(game)

    @admin.display(description=gettext_lazy("actions"), ordering="version")
    def actions_taken(self, game: Game) -> int:
        return game.version

    @admin.display(description=gettext_lazy("minutes"))
    def minutes(self, game: Game) -> str:
        if game.finished_at is None:
            return NOTHING
        return f"{(game.finished_at - game.started_at).total_seconds() / 60:.0f}"

    # One game

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.look_view))
        return [path("<path:object_id>/look/", view, name="games_game_look"), *super().get_urls()]

    def look_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Write down who wants to see what is hidden and why, then show it for a while."""
        game = self.row(request, object_id)
        if not may(request, "see_hidden") or not isinstance(request.user, User):
            raise PermissionDenied
        if game is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return, attr-defined]
        try:
            look = reporting.look(judge_in(request), game, request.POST.get("reason", ""))
        except Refused as refusal:
            messages.error(request, str(refusal))
            response = self.page(request, game, {})
            response.status_code = refusal.status
            return response
        address = reverse("admin:games_game_change", args=[game.pk])
        return redirect(f"{address}?look={look.pk}&ply={game.version}")

    def page(self, request: HttpRequest, row: Any, more: dict[str, Any]) -> HttpResponse:
        games = Game.objects.select_related("room").prefetch_related("seats__player", "log")
        game = games.get(pk=row.pk)
        is_running = game.status == Game.Status.RUNNING
        look = _look_at(request, game) if is_running else None
        is_open = not is_running or look is not None
        context = {
            "ticks": ticks_of(game) if may(request, "verify_games") else None,
            "look": look,
            "keep": f"look={look.pk}&" if look else "",
            "can_look": is_running and look is None and may(request, "see_hidden"),
            **moment_context(game, request.GET.get("ply", ""), is_open),
            **more,
        }
        return super().page(request, game, context)

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.voided_at or row.status == Game.Status.RUNNING else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("Code"), row.code),
            (_("Room"), link_to(row.room)),
            (_("Edition"), ", ".join([self.title(row), *_stars(row)])),
            (_("Status"), _status(row)),
            (_("Where it comes from"), row.get_origin_display()),
            (
                _("Seats"),
                [link_to(seat.player) if seat.player else seat.name for seat in row.seats.all()],
            ),
            (_("Winner"), winners_of(row)),
            (_("Actions"), row.version),
            (_("Begun"), row.started_at),
            (_("Ended"), row.finished_at or NOTHING),
            (_("Commitment"), row.commitment),
            (_("Reports"), list_of("report", f"game={row.pk}", row.reports.count())),
            (_("Looks at hidden cards"), list_of("look", f"game={row.pk}", row.looks.count())),
        ]

    # Many games

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
        description=gettext_lazy("Export as records (.jsonl), without running games"),
        permissions=["export"],
    )
    def export_records(self, request: HttpRequest, queryset: QuerySet[Game]) -> Any:
        """Whoever asks: a record holds the deck, and nobody may know that of a running game."""
        keys, over = _keys(queryset), _keys(queryset.exclude(status=Game.Status.RUNNING))
        if running := len(keys) - len(over):
            words = ngettext(
                "%(count)s running game was left out of the export: a record holds the deck.",
                "%(count)s running games were left out of the export: a record holds the deck.",
                running,
            )
            messages.warning(request, words % {"count": running})
        if not over:
            return None
        return download(written(over, records), "games.jsonl", "application/jsonl")

    @admin.action(description=gettext_lazy("Export as a table (.csv)"), permissions=["export"])
    def export_table(self, _request: HttpRequest, queryset: QuerySet[Game]) -> Any:
        return download(table(_keys(queryset)), "games.csv", "text/csv")


def _keys(games: QuerySet[Game]) -> Sequence[int]:
    return list(games.order_by("-pk").values_list("pk", flat=True))


def _keys_of(code: str) -> list[int]:
    """The games that a code means: one, or those of a room."""
    found = Game.objects.filter(code=code).values_list("pk", flat=True)
    return list(found) or list(
        Game.objects.filter(room__code=code).order_by("-pk").values_list("pk", flat=True)[:MOST]
    )


def _stars(game: Game) -> list[str]:
    edition = EDITIONS.get(game.edition)
    if edition is None or not isinstance(game.advanced, list):
        return []
    return [lot_name(edition, BY_ID[card]) for card in game.advanced if card in BY_ID]


def _status(game: Game) -> str:
    words = game.get_status_display()
    return f"{words}, {_('void')}" if game.voided_at else words


def _look_at(request: HttpRequest, game: Game) -> Look | None:
    """The look this page is shown under: one's own, at this game, not long ago."""
    number = request.GET.get("look", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 18):
        return None
    if not may(request, "see_hidden") or not isinstance(request.user, User):
        return None
    if judge_in(request).sat_in(game):
        return None
    looks = Look.objects.filter(user=request.user, game=game, at__gte=timezone.now() - LOOK_LASTS)
    return looks.filter(pk=number).first()
