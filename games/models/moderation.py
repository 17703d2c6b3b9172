"""Reports of players, and the append-only logs of what moderators see and do."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.choices import ModerationKind, ReportStatus
from games.models.games import Game
from games.models.people import Player, User
from games.models.rooms import Message, Room

REASON_LENGTH = 300


class Report(models.Model):
    """A report of a player, in the queue until a moderator has settled it.

    It is about an action (`number`) of a game or about something that was said (`message`).
    """

    Status = ReportStatus

    room = models.ForeignKey(Room, models.CASCADE, related_name="reports")
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="reports")
    number = models.PositiveIntegerField(null=True)
    message = models.ForeignKey(Message, models.SET_NULL, null=True, related_name="reports")
    reporter = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="reports")
    about = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="reported")
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    taken_by = models.ForeignKey(
        User, models.SET_NULL, null=True, related_name="taken_reports", verbose_name=_("taken by")
    )
    outcome = models.CharField(max_length=REASON_LENGTH, default="", blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        permissions = (("moderate", "Can judge reports, and rename, mute, ban, close and void"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(status="settled") ^ Q(settled_at__isnull=True),
                name="a_settled_report_has_its_time",
            ),
        )
        indexes = (models.Index(fields=("status", "at"), name="reports_in_the_queue"),)

    def __str__(self) -> str:
        return f"{self.pk}"


class HiddenAccess(models.Model):
    """A moderator has looked at hidden cards of a running game: never changed, never deleted."""

    user = models.ForeignKey(
        User, models.PROTECT, related_name="hidden_accesses", verbose_name=_("who")
    )
    game = models.ForeignKey(Game, models.PROTECT, related_name="hidden_accesses")
    version = models.PositiveIntegerField(_("after action"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        db_table = "games_look"
        verbose_name = _("access to hidden cards")
        verbose_name_plural = _("access log")

    def __str__(self) -> str:
        return f"{self.user} at {self.game}"


class ModerationAction(models.Model):
    """What a moderator did, to whom, and why: never changed, never deleted.

    Its foreign keys have no constraint: the id of an erased player stays here.
    """

    Kind = ModerationKind

    user = models.ForeignKey(
        User, models.PROTECT, related_name="moderation_actions", verbose_name=_("who")
    )
    kind = models.CharField(_("action"), max_length=10, choices=Kind)
    player = models.ForeignKey(Player, models.DO_NOTHING, null=True, db_constraint=False)
    game = models.ForeignKey(Game, models.DO_NOTHING, null=True, db_constraint=False)
    room = models.ForeignKey(Room, models.DO_NOTHING, null=True, db_constraint=False)
    report = models.ForeignKey(Report, models.DO_NOTHING, null=True, db_constraint=False)
    until = models.DateTimeField(_("until"), null=True)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        db_table = "games_deed"
        verbose_name = _("moderation action")
        verbose_name_plural = _("moderation log")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"
