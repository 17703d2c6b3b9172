"""What is to be sent to people who are not here, and where it goes."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.choices import LetterKind, MailWish, NotificationKind
from games.models.games import Game
from games.models.people import Device, Player

ENDPOINT_LENGTH = 1_000
KEY_LENGTH = 128
LANGUAGE_LENGTH = 10
ZONE_LENGTH = 64


class PushSubscription(models.Model):
    """Where a browser of a player takes push messages, and the keys that only it can read with.

    `credential` is the player's credential when the browser subscribed: with another one, after a
    new password, the subscription is void. `failures` counts refusals in a row. `device` has no
    constraint in the database, nor has what points to a game, a subscription or an address: one
    that is deleted at the same time, or by a process of the version before, must not break off the
    start of a game. `background.cleanup` deletes what is left behind.
    """

    device = models.OneToOneField(Device, models.CASCADE, related_name="push", db_constraint=False)
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    origin = models.CharField(max_length=260)
    p256dh = models.CharField(max_length=KEY_LENGTH)
    auth = models.CharField(max_length=KEY_LENGTH)
    credential = models.CharField(max_length=64, default="", blank=True)
    language = models.CharField(max_length=LANGUAGE_LENGTH)
    failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.origin


class Delivery(models.Model):
    """One notification for one browser: it is due, or was sent, or is being sent under a lease.

    `version` is that of the game whose turn it tells of, 0 for what is told once for a game. What
    was sent stays, without `due_at`: it is not sent again, and can be withdrawn.
    """

    Kind = NotificationKind

    subscription = models.ForeignKey(
        PushSubscription, models.CASCADE, related_name="deliveries", db_constraint=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    game = models.ForeignKey(
        Game, models.CASCADE, null=True, related_name="deliveries", db_constraint=False
    )
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True)
    lease = models.CharField(max_length=32, default="", blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = (
            models.UniqueConstraint(
                fields=("subscription", "game", "kind", "version"), name="told_once_to_a_device"
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(due_at__isnull=False), name="deliveries_due"
            ),
            models.Index(fields=("sent_at",), name="deliveries_sent"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.subscription_id}"


class MailAddress(models.Model):
    """An account's e-mail address: written to once its owner has opened the link that we sent.

    `language` is that of the letters, and `zone` that of the times in them; UTC if it is empty.
    """

    Wish = MailWish

    player = models.OneToOneField(
        Player, models.CASCADE, related_name="mail_address", db_constraint=False
    )
    address = models.EmailField()
    verified_at = models.DateTimeField(null=True)
    wish = models.CharField(max_length=10, choices=Wish, default=Wish.TURNS)
    language = models.CharField(max_length=LANGUAGE_LENGTH)
    zone = models.CharField(max_length=ZONE_LENGTH, default="", db_default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.address


class Letter(models.Model):
    """One e-mail that is due, or was sent, or is being sent under a lease; see `Delivery`.

    `version` is that of the game, or the number of the day of a daily digest.
    """

    Kind = LetterKind

    address = models.ForeignKey(
        MailAddress, models.CASCADE, related_name="letters", db_constraint=False
    )
    kind = models.CharField(max_length=10, choices=Kind)
    game = models.ForeignKey(
        Game, models.CASCADE, null=True, related_name="letters", db_constraint=False
    )
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True)
    lease = models.CharField(max_length=32, default="", blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("address", "game", "kind", "version"), name="written_once_of_a_turn"
            ),
            models.UniqueConstraint(
                fields=("address", "version"),
                condition=Q(kind="digest"),
                name="one_digest_a_day",
            ),
        )
        indexes = (
            models.Index(fields=("due_at",), condition=Q(due_at__isnull=False), name="letters_due"),
            models.Index(fields=("sent_at",), name="letters_sent"),
        )

    def __str__(self) -> str:
        return f"{self.kind} to {self.address_id}"
