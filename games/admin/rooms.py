"""Rooms and chat messages in the admin."""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.actions import Data, ModeratedAdmin, Offer
from games.admin.base import ReadOnly
from games.admin.filters import ByEdition, OpenToAnyone, Rated
from games.admin.links import NOTHING, link_to, list_of
from games.engine.editions import EDITIONS
from games.models import Game, Message, Room
from games.moderation import actions
from games.moderation.actions import Moderator
from games.text.cleaning import term_in


def _close(moderator: Moderator, room: Room, data: Data) -> None:
    actions.close(moderator, room, data["reason"])


@admin.register(Room)
class RoomAdmin(ModeratedAdmin):
    """Rooms, without their invite links."""

    questions = frozenset({"edition", "is_locked", "open", "rated", "created_at"})
    list_display = (
        "code",
        "title",
        "host_link",
        "seats",
        "games",
        "is_locked",
        "is_open",
        "is_rated",
        "created_at",
        "closed_at",
    )
    list_filter = (ByEdition, "is_locked", OpenToAnyone, Rated)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    list_select_related = ("host",)
    search_fields = ("code",)
    search_help_text = gettext_lazy("The room’s code, or any part of its host’s name")
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("close", gettext_lazy("Close the room for good"), _close),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        games = Game.objects.filter(room=OuterRef("pk")).order_by().values("room")
        counted = Subquery(games.annotate(count=Count("pk")).values("count"))
        return super().get_queryset(request).defer("invite").annotate(played=Coalesce(counted, 0))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Room], search_term: str
    ) -> tuple[QuerySet[Room], bool]:
        term = term_in(search_term)
        if not term:
            return queryset, False
        found = queryset.filter(code=term.upper())
        return (found if found.exists() else queryset.filter(host__name__icontains=term)), False

    @admin.display(description=gettext_lazy("edition"), ordering="edition")
    def title(self, room: Room) -> str:
        return _(EDITIONS[room.edition].title)

    @admin.display(description=gettext_lazy("host"))
    def host_link(self, room: Room) -> str:
        return link_to(room.host)

    @admin.display(description=gettext_lazy("games"))
    def games(self, room: Any) -> int:
        return int(room.played)

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.closed_at else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        members = row.members.select_related("player").order_by("chair", "pk")
        games = row.games.defer("seed", "salt", "laid", "auto_bids").order_by("-pk")[:20]
        return [
            (_("Code"), row.code),
            (_("Edition"), self.title(row)),
            (_("Host"), link_to(row.host)),
            (_("Locked"), _("Yes") if row.is_locked else _("No")),
            (_("Open to anyone"), _("Yes") if row.is_open else _("No")),
            (_("Rated"), _("Yes") if row.is_rated else _("No")),
            (_("Opened"), row.created_at),
            (_("Closed"), row.closed_at or NOTHING),
            (_("People"), [link_to(member.player) for member in members]),
            (_("Games"), [link_to(game) for game in games]),
            (_("Chat"), list_of("message", f"room={row.pk}", _("The whole chat"))),
        ]


@admin.register(Message)
class MessageAdmin(ReadOnly):
    """Chat messages, newest first."""

    questions = frozenset({"at", "room"})
    list_display = ("at", "room_link", "player_link", "text")
    list_display_links = ("at",)
    date_hierarchy = "at"
    ordering = ("-id",)
    list_select_related = ("room", "player")
    search_fields = ("text",)
    search_help_text = gettext_lazy("Any part of a message or of a name")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Message], search_term: str
    ) -> tuple[QuerySet[Message], bool]:
        term = term_in(search_term)
        if not term:
            return queryset, False
        return queryset.filter(Q(name__icontains=term) | Q(text__icontains=term)), False

    @admin.display(description=gettext_lazy("room"))
    def room_link(self, message: Message) -> str:
        return link_to(message.room)

    @admin.display(description=gettext_lazy("by"))
    def player_link(self, message: Message) -> str:
        return link_to(message.player) if message.player else message.name

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        return [
            (_("When"), row.at),
            (_("Room"), link_to(row.room)),
            (_("By"), self.player_link(row)),
            (_("Message"), row.text),
        ]
