"""Rooms, who is in them, and what is said there."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.bots import levels
from games.engine.editions import EDITIONS
from games.models.codes import new_code, new_invite
from games.models.people import NAME_LENGTH, Player

MESSAGE_LENGTH = 300
MOST_SEATS = 5
CLOCKS = (0, 30, 60, 120, 86_400)
GRACES = (0, 30, 60, 120, 300)
LEVELS = tuple(levels.LEVELS)


def end_of_an_empty_room() -> datetime:
    """When somebody looks at a new room, whether anybody comes there."""
    return timezone.now() + timedelta(days=settings.ROOM_DAYS)


class Room(models.Model):
    """A private room: friends meet here by its link or code and play one game after another.

    A room that was closed keeps its games; nobody finds it any more, and its code is free.
    """

    invite = models.CharField(max_length=40, unique=True, default=new_invite)
    code = models.CharField(_("code"), max_length=8, default=new_code)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="hosted")
    edition = models.CharField(max_length=20, default="osprey-2018")
    advanced = models.JSONField(default=list)
    show_spent = models.BooleanField(default=False)
    clock = models.PositiveIntegerField(default=0)
    grace = models.PositiveIntegerField(default=120)
    level = models.CharField(max_length=10, default="regular")
    seats = models.PositiveSmallIntegerField(_("seats"), default=4)
    is_locked = models.BooleanField(_("locked"), default=False)
    changes = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    expires_at = models.DateTimeField(default=end_of_an_empty_room)
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        constraints = (
            models.UniqueConstraint(
                fields=("code",), condition=Q(closed_at=None), name="a_code_opens_one_room"
            ),
            models.CheckConstraint(
                condition=Q(seats__gte=3, seats__lte=MOST_SEATS), name="room_has_3_to_5_seats"
            ),
            models.CheckConstraint(
                condition=Q(edition__in=list(EDITIONS)), name="room_plays_a_known_edition"
            ),
            models.CheckConstraint(condition=Q(clock__in=CLOCKS), name="room_has_a_known_clock"),
            models.CheckConstraint(condition=Q(grace__in=GRACES), name="room_has_a_known_grace"),
            models.CheckConstraint(condition=Q(level__in=LEVELS), name="room_has_a_known_level"),
        )
        indexes = (
            models.Index(
                fields=("expires_at",), condition=Q(closed_at=None), name="rooms_to_look_at"
            ),
        )

    def __str__(self) -> str:
        return self.code


class Member(models.Model):
    """A person in a room: at a chair, or watching; who was removed stays out."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    chair = models.PositiveSmallIntegerField(null=True)
    is_removed = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, default=timezone.now)
    token = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("room", "player"), name="member_once_in_a_room"),
            models.UniqueConstraint(fields=("room", "chair"), name="one_member_on_a_chair"),
            models.UniqueConstraint(
                fields=("token",), condition=~Q(token=""), name="a_token_opens_one_seat"
            ),
            models.CheckConstraint(
                condition=Q(chair__isnull=True) | Q(chair__lt=MOST_SEATS), name="chair_exists"
            ),
            models.CheckConstraint(
                condition=Q(chair__isnull=True) | Q(is_removed=False),
                name="removed_member_has_no_chair",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.room}"


class Message(models.Model):
    """Something said in a room."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(_("what was said"), max_length=MESSAGE_LENGTH)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("id",)
        indexes = (models.Index(fields=("at",), name="messages_by_time"),)

    def __str__(self) -> str:
        return self.text
