"""Rooms, their members and their chat."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.editions import EDITIONS
from games.models.choices import (
    CLOCKS,
    DEFAULT_EDITION,
    DEFAULT_LEVEL,
    FEWEST_SEATS,
    GRACES,
    LEVELS,
    MOST_SEATS,
    TimeUp,
)
from games.models.codes import new_invite, new_room_code
from games.models.daily import DailyDeal
from games.models.people import NAME_LENGTH, Player

MESSAGE_LENGTH = 300
NOTICE_LENGTH = 120


def end_of_an_empty_room() -> datetime:
    """The first `expires_at` of a new room."""
    return timezone.now() + timedelta(days=settings.ROOM_DAYS)


class Room(models.Model):
    """A room, entered by link or code, in which one game after another is played.

    It is private unless `is_open`: then it is in the list of open tables, and anybody may sit or
    watch. `is_rated` holds for open rooms only: then everybody on a chair has an account.
    `any_edition` says that nobody at the table has asked for its edition: the first who asks for
    one decides. `bots_due_at` is from when on those who wait at an open table are offered bots,
    empty once they are.

    A closed room keeps its games, cannot be entered, and its code is free again.
    `rematch_due_at` is set while a rematch is proposed: from then on bots may take the chairs of
    those who are not ready; `is_rematch_late` says that everybody was told so. `notice` is what the
    room was told last, as `rooms.notices` writes it. In a room with a `daily` deal one person plays
    this deal once: nobody else comes in, and nothing can be chosen.
    """

    invite = models.CharField(max_length=40, unique=True, default=new_invite)
    code = models.CharField(_("code"), max_length=8, default=new_room_code)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="hosted")
    edition = models.CharField(max_length=20, default=DEFAULT_EDITION)
    advanced = models.JSONField(default=list)
    show_spent = models.BooleanField(default=False)
    clock = models.PositiveIntegerField(default=0)
    weekends_off = models.BooleanField(default=False, db_default=False)
    time_up = models.CharField(max_length=10, default=TimeUp.BOT, db_default="bot")
    grace = models.PositiveIntegerField(default=120)
    level = models.CharField(max_length=10, default=DEFAULT_LEVEL)
    seats = models.PositiveSmallIntegerField(_("seats"), default=4)
    is_locked = models.BooleanField(_("locked"), default=False)
    is_open = models.BooleanField(_("open to anyone"), default=False, db_default=False)
    is_rated = models.BooleanField(_("rated"), default=False, db_default=False)
    any_edition = models.BooleanField(default=False, db_default=False)
    bots_due_at = models.DateTimeField(null=True)
    changes = models.PositiveIntegerField(default=0)
    rematch_due_at = models.DateTimeField(null=True)
    is_rematch_late = models.BooleanField(default=False, db_default=False)
    notice = models.CharField(max_length=NOTICE_LENGTH, default="", db_default="", blank=True)
    daily = models.ForeignKey(DailyDeal, models.PROTECT, null=True, related_name="rooms")
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
                condition=Q(seats__gte=FEWEST_SEATS, seats__lte=MOST_SEATS),
                name="room_has_3_to_5_seats",
            ),
            models.CheckConstraint(
                condition=Q(edition__in=list(EDITIONS)), name="room_plays_a_known_edition"
            ),
            models.CheckConstraint(condition=Q(clock__in=CLOCKS), name="room_has_a_known_clock"),
            models.CheckConstraint(
                condition=Q(time_up__in=TimeUp.values), name="room_has_a_known_time_up"
            ),
            models.CheckConstraint(condition=Q(grace__in=GRACES), name="room_has_a_known_grace"),
            models.CheckConstraint(condition=Q(level__in=LEVELS), name="room_has_a_known_level"),
            models.CheckConstraint(
                condition=Q(is_rated=False) | Q(is_open=True), name="a_rated_room_is_open"
            ),
        )
        indexes = (
            models.Index(
                fields=("expires_at",), condition=Q(closed_at=None), name="rooms_to_look_at"
            ),
            models.Index(
                fields=("rematch_due_at",),
                condition=Q(rematch_due_at__isnull=False),
                name="rematches_proposed",
            ),
            models.Index(
                fields=("bots_due_at",),
                condition=Q(bots_due_at__isnull=False),
                name="bots_to_offer",
            ),
            models.Index(
                fields=("id",), condition=Q(closed_at=None, is_open=True), name="open_tables"
            ),
        )

    def __str__(self) -> str:
        return self.code


class Member(models.Model):
    """A player in a room: on a chair, or watching; a removed member stays out.

    `is_ready` is the answer to the last proposal of a rematch; `keeps_for` is the person on whose
    chair a bot sits since a rematch for which they were not ready.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.CASCADE, related_name="memberships")
    chair = models.PositiveSmallIntegerField(null=True)
    is_removed = models.BooleanField(default=False)
    is_ready = models.BooleanField(default=False, db_default=False)
    keeps_for = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="kept_places")
    joined_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, default=timezone.now)
    token = models.CharField(max_length=64, default="", blank=True)
    # The player's credential when the token was made: with another one the token is void.
    token_credential = models.CharField(max_length=64, default="", db_default="", blank=True)

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
    """A chat message."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(_("text"), max_length=MESSAGE_LENGTH)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("id",)
        indexes = (models.Index(fields=("at",), name="messages_by_time"),)

    def __str__(self) -> str:
        return self.text
