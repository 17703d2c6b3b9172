"""Players, and the accounts of moderators and other staff."""

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.password_links import password_path
from games.admin.actions import Data, ModeratedAdmin, Offer, end_of
from games.admin.filters import BannedNow, Bot
from games.admin.links import NOTHING, link_to, list_of
from games.models import Player, Seat, User
from games.moderation import actions
from games.moderation.actions import Moderator
from games.text.cleaning import term_in


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's page for accounts, with bounded search terms and links for new passwords."""

    actions = ("password_link",)

    @admin.action(
        description=gettext_lazy("Make a one-time link for a new password"), permissions=["change"]
    )
    def password_link(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        """Show a link with which the owner of the one chosen account sets a password, once.

        Only a superuser makes one for an account with access to the admin.
        """
        user = accounts.first()
        if user is None or accounts.count() != 1:
            self.message_user(request, _("Choose one account."), messages.ERROR)
        elif not user.is_active or (user.is_staff and not _is_superuser(request)):
            self.message_user(request, _("No link can be made for this account."), messages.ERROR)
        else:
            self.log_change(request, user, "one-time link for a new password")
            link = request.build_absolute_uri(password_path(user))
            sentence = _("Give this link to %(name)s. It works once, for three days: %(link)s")
            self.message_user(request, sentence % {"name": user.get_username(), "link": link})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        return super().get_search_results(request, queryset, term_in(search_term))


def _is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))


def _rename(moderator: Moderator, player: Player, data: Data) -> None:
    actions.rename(moderator, player, data["name"], data["reason"])


def _silence(moderator: Moderator, player: Player, data: Data) -> None:
    actions.silence(moderator, player, end_of(data["until"]), data["reason"])


def _ban(moderator: Moderator, player: Player, data: Data) -> None:
    actions.ban(moderator, player, end_of(data["until"]), data["reason"])


@admin.register(Player)
class PlayerAdmin(ModeratedAdmin):
    """All players: guests, accounts and bots."""

    questions = frozenset({"bot", "banned", "created_at"})
    list_display = ("name", "account", "bot", "games", "banned_until", "silent_until", "created_at")
    list_filter = (Bot, BannedNow)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    list_select_related = ("user",)
    search_fields = ("name",)
    search_help_text = gettext_lazy("Any part of a name")
    offers: ClassVar[tuple[Offer, ...]] = (
        Offer("rename", gettext_lazy("Rename"), _rename, ("name", "reason")),
        Offer("silence", gettext_lazy("Mute"), _silence, ("until", "reason")),
        Offer("ban", gettext_lazy("Ban from all rooms"), _ban, ("until", "reason")),
    )

    def get_queryset(self, request: HttpRequest) -> Any:
        seats = Seat.objects.filter(player=OuterRef("pk")).order_by().values("player")
        counted = Subquery(seats.annotate(count=Count("pk")).values("count"))
        return super().get_queryset(request).annotate(played=Coalesce(counted, 0))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        return queryset.filter(name__icontains=term_in(search_term)), False

    @admin.display(description=gettext_lazy("account"))
    def account(self, player: Player) -> str:
        return player.user.get_username() if player.user else NOTHING

    @admin.display(description=gettext_lazy("games"))
    def games(self, player: Any) -> int:
        return int(player.played)

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        return () if row.bot else self.offers

    def facts(self, row: Any) -> list[tuple[str, Any]]:
        seats = row.seats.select_related("game").order_by("-game_id")[:20]
        return [
            (_("Name"), row.name),
            (_("Account"), self.account(row)),
            (_("Bot"), row.bot or NOTHING),
            (_("Joined"), row.created_at),
            (_("Banned until"), row.banned_until or NOTHING),
            (_("Muted until"), row.silent_until or NOTHING),
            (_("Browsers"), [_browser(device) for device in row.devices.order_by("-last_seen")]),
            (_("Last games"), [link_to(seat.game) for seat in seats]),
            (_("Reports"), list_of("report", f"about={row.pk}", row.reported.count())),
            (_("Moderation"), list_of("moderationaction", f"player={row.pk}", _("Moderation log"))),
        ]


def _browser(device: Any) -> str:
    seen = f"{device.first_seen:%Y-%m-%d} – {device.last_seen:%Y-%m-%d}"
    return f"{device.number}: {device.agent or NOTHING}, {seen}"
