"""Games in the admin: the list and the page of one game."""

from datetime import timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.admin.actions import Data, ModeratedAdmin, Offer
from games.admin.base import may, moderator_in
from games.admin.bulk_actions import GameActions
from games.admin.filters import ByEdition, OfColumn, OpenToAnyone, Rated, Void
from games.admin.links import NOTHING, Seats, link_to, list_of, names_in, winners_of
from games.admin.lists import MOST, List
from games.admin.moments import moment_context, ticks_of
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.models import CODE_LENGTH, ROOM_CODE_LENGTH, Game, HiddenAccess, Seat, User
from games.moderation import actions, reports
from games.moderation.actions import Moderator
from games.play.daily_secrecy import is_secret
from games.text.card_names import lot_name
from games.text.cleaning import term_in
from games.text.errors import Refused
from games.text.numbers import ID_DIGITS, whole_number

SHOWN = (
    "code", "edition", "status", "origin", "result", "version", "started_at", "finished_at",
    "voided_at",
)  # fmt: skip
ACCESS_LASTS = timedelta(minutes=5)


class GameList(List):
    """The list of games, which reads the names at all their tables at once."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.result_list = list(self.result_list)
        rows = Seat.objects.filter(game__in=self.result_list).order_by("game", "number")
        seats = groupby(rows.values_list("game", "number", "name"), itemgetter(0))
        found = {game: [seat[1:] for seat in table] for game, table in seats}
        for game in self.result_list:
            game.listed_seats = found.get(game.pk, ())


def seats_of(game: Any) -> Seats:
    """The numbers and names of a game's seats; in a list they are known."""
    found: Seats | None = getattr(game, "listed_seats", None)
    return [(seat.number, seat.name) for seat in game.seats.all()] if found is None else found


def _void(moderator: Moderator, game: Game, data: Data) -> None:
    actions.void(moderator, game, data["reason"])


@admin.register(Game)
class GameAdmin(GameActions, ModeratedAdmin):
    """All games; of a running one only what every viewer of the table may see."""

    questions = frozenset({"status", "origin", "edition", "void", "open", "rated", "started_at"})
    list_display = (
        "code", "title", "who", "status", "origin", "winner", "actions_taken", "minutes",
        "started_at",
    )  # fmt: skip
    list_filter = (
        ("status", OfColumn), ByEdition, ("origin", OfColumn), Void, OpenToAnyone, Rated,
    )  # fmt: skip
    date_hierarchy = "started_at"
    ordering = ("-id",)
    search_fields = ("code",)
    search_help_text = gettext_lazy("The code of a game or room, or any part of a player’s name")
    page_template = "admin/games/game.html"
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("void", gettext_lazy("Void the game (it counts for nobody)"), _void),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).only(*SHOWN)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[List]:
        return GameList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Search by code first, which is quickest; else by any part of a name."""
        term = term_in(search_term)
        if not term:
            return queryset, False
        if len(term) in (CODE_LENGTH, ROOM_CODE_LENGTH) and (keys := _keys_of(term.upper())):
            return queryset.filter(pk__in=keys), False
        named = Seat.objects.filter(name__icontains=term).values("game_id")
        return queryset.filter(pk__in=named), False

    @admin.display(description=gettext_lazy("edition"), ordering="edition")
    def title(self, game: Game) -> str:
        edition = EDITIONS.get(game.edition)
        return _(edition.title) if edition else game.edition

    @admin.display(description=gettext_lazy("seats"))
    def who(self, game: Game) -> str:
        return names_in(seats_of(game))

    @admin.display(description=gettext_lazy("winner"))
    def winner(self, game: Game) -> str:
        return _("void") if game.voided_at else winners_of(game, seats_of(game))

    @admin.display(description=gettext_lazy("actions"), ordering="version")
    def actions_taken(self, game: Game) -> int:
        return game.version

    @admin.display(description=gettext_lazy("minutes"))
    def minutes(self, game: Game) -> str:
        if game.finished_at is None:
            return NOTHING
        return f"{(game.finished_at - game.started_at).total_seconds() / 60:.0f}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.look_view))
        return [path("<path:object_id>/look/", view, name="games_game_look"), *super().get_urls()]

    def look_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Log the access with its reason, then show hidden cards for ACCESS_LASTS."""
        game = self.row(request, object_id)
        if not may(request, "see_hidden") or not isinstance(request.user, User):
            raise PermissionDenied
        if game is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return, attr-defined]
        try:
            access = reports.log_hidden_access(
                moderator_in(request), game, request.POST.get("reason", "")
            )
        except Refused as refusal:
            messages.error(request, str(refusal))
            response = self.page(request, game, {})
            response.status_code = refusal.status
            return response
        address = reverse("admin:games_game_change", args=[game.pk])
        return redirect(f"{address}?look={access.pk}&ply={game.version}")

    def page(self, request: HttpRequest, row: Any, more: dict[str, Any]) -> HttpResponse:
        games = Game.objects.select_related("room__daily")
        game = games.prefetch_related("seats__player", "log").get(pk=row.pk)
        is_hidden = game.status == Game.Status.RUNNING or is_secret(game)
        access = _access_in(request, game) if is_hidden else None
        is_open = not is_hidden or access is not None
        context = {
            "ticks": ticks_of(game) if may(request, "verify_games") else None,
            "look": access,
            "keep": f"look={access.pk}&" if access else "",
            "can_look": is_hidden and access is None and may(request, "see_hidden"),
            **_seen_of(game, request.GET.get("ply", ""), is_open),
            **more,
        }
        return super().page(request, game, context)

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.voided_at or row.status == Game.Status.RUNNING else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        left = row.seats.exclude(left_at=None).select_related("player")
        return [
            (_("Code"), row.code),
            (_("Room"), link_to(row.room)),
            (_("Edition"), ", ".join([self.title(row), *_stars(row)])),
            (_("Status"), _status(row)),
            (_("Origin"), row.get_origin_display()),
            (_("Open to anyone"), _("Yes") if row.is_open else _("No")),
            (_("Rated"), _("Yes") if row.is_rated else _("No")),
            (_("Left during the game"), [link_to(each.player) for each in left] or NOTHING),
            (
                _("Seats"),
                [link_to(seat.player) if seat.player else seat.name for seat in row.seats.all()],
            ),
            (_("Winner"), winners_of(row, seats_of(row))),
            (_("Actions"), row.version),
            (_("Started"), row.started_at),
            (_("Ended"), row.finished_at or NOTHING),
            (_("Commitment"), row.commitment),
            (_("Reports"), list_of("report", f"game={row.pk}", row.reports.count())),
            (
                _("Access to hidden cards"),
                list_of("hiddenaccess", f"game={row.pk}", row.hidden_accesses.count()),
            ),
        ]


def _seen_of(game: Game, ply: str, is_open: bool) -> dict[str, Any]:
    """What the page shows of the game; of a sealed deal of the day nothing without the right."""
    if not is_open and is_secret(game):
        return {"is_secret": True}
    return moment_context(game, ply, is_open)


def _keys_of(code: str) -> list[int]:
    """The ids of the game with this code, or of the games of the room with it."""
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


def _access_in(request: HttpRequest, game: Game) -> HiddenAccess | None:
    """The logged access under which the page shows hidden cards: recent, own, to this game."""
    number = whole_number(request.GET.get("look", ""), ID_DIGITS)
    if number is None:
        return None
    if not may(request, "see_hidden") or not isinstance(request.user, User):
        return None
    if moderator_in(request).sat_in(game):
        return None
    since = timezone.now() - ACCESS_LASTS
    return HiddenAccess.objects.filter(
        pk=number, user=request.user, game=game, at__gte=since
    ).first()
