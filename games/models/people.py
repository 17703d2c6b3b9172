"""Accounts and players."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length

NAME_LENGTH = 20

models.CharField.register_lookup(Length)


class User(AbstractUser):
    """An account; only who wants to keep a name and a history needs one."""


class Player(models.Model):
    """Who sits at our tables: a guest known by a session, an account, or a bot of some level."""

    user = models.OneToOneField(User, models.CASCADE, null=True, related_name="player")
    name = models.CharField(max_length=NAME_LENGTH)
    bot = models.CharField(max_length=20, default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    logged_out_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(name__length__gt=0), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(bot="") | Q(user__isnull=True), name="a_bot_has_no_account"
            ),
        )

    def __str__(self) -> str:
        return self.name


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
