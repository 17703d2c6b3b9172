"""Accounts and players."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.codes import new_number

NAME_LENGTH = 20
AGENT_LENGTH = 40

models.CharField.register_lookup(Length)


class User(AbstractUser):
    """An account; only who wants to keep a name and a history needs one."""


class Player(models.Model):
    """Who sits at our tables: a guest known by a session, an account, or a bot of some level."""

    user = models.OneToOneField(User, models.CASCADE, null=True, related_name="player")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    bot = models.CharField(_("bot"), max_length=20, default="", blank=True)
    created_at = models.DateTimeField(_("here since"), auto_now_add=True)
    logged_out_at = models.DateTimeField(null=True)
    banned_until = models.DateTimeField(_("banned until"), null=True)
    silent_until = models.DateTimeField(_("muted until"), null=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.CheckConstraint(condition=Q(name__length__gt=0), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(bot="") | Q(user__isnull=True), name="a_bot_has_no_account"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_banned(self) -> bool:
        """Whether this person is kept out of every room for now."""
        return self.banned_until is not None and self.banned_until > timezone.now()


class Device(models.Model):
    """A browser somebody plays in. The log keeps its number alone, which says nothing without this.

    The number is drawn, so that the games of somebody forgotten are not tied together by it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    number = models.PositiveSmallIntegerField(default=new_number)
    agent = models.CharField(max_length=AGENT_LENGTH, default="", blank=True)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "number"), name="one_device_for_a_number"),
        )

    def __str__(self) -> str:
        return str(self.number)


class Mute(models.Model):
    """One person does not want to read another."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "muted"), name="muted_once"),
            models.CheckConstraint(condition=~Q(player=F("muted")), name="nobody_mutes_themselves"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"
