"""What is stored: people, rooms, games, seats, and the append-only log that is the truth."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.editions import EDITIONS

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
NAME_LENGTH = 20
MESSAGE_LENGTH = 300
MOST_SEATS = 5
CLOCKS = (0, 30, 60, 120, 86_400)
EXTENSIONS = 3
GRACES = (0, 30, 60, 120, 300)
LEVELS = ("novice", "regular", "expert", "master")

models.CharField.register_lookup(Length)


def new_code() -> str:
    """Eight symbols that can be read aloud: no 0 and O, no 1 and I."""
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(8))


def new_invite() -> str:
    """The unguessable part of a room's link, 160 bits."""
    return secrets.token_urlsafe(20)


class User(AbstractUser):
    """An account; only who wants to keep a name and a history needs one."""


class Player(models.Model):
    """Who sits at our tables: a guest known by a session, an account, or a bot of some level."""

    user = models.OneToOneField(User, models.CASCADE, null=True, related_name="player")
    name = models.CharField(max_length=NAME_LENGTH)
    bot = models.CharField(max_length=20, default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(name__length__gt=0), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(bot="") | Q(user__isnull=True), name="a_bot_has_no_account"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """A private room: friends meet here by its link or code and play one game after another."""

    invite = models.CharField(max_length=40, unique=True, default=new_invite)
    code = models.CharField(max_length=8, unique=True, default=new_code)
    host = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="hosted")
    edition = models.CharField(max_length=20, default="osprey-2018")
    advanced = models.JSONField(default=list)
    show_spent = models.BooleanField(default=False)
    clock = models.PositiveIntegerField(default=0)
    grace = models.PositiveIntegerField(default=120)
    level = models.CharField(max_length=10, default="regular")
    seats = models.PositiveSmallIntegerField(default=4)
    is_locked = models.BooleanField(default=False)
    changes = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
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


class Game(models.Model):
    """One game: how it was dealt; the columns for lists and clocks can be rebuilt from the log."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        BROKEN_OFF = "broken-off", _("broken off")

    code = models.CharField(max_length=8, unique=True, default=new_code)
    room = models.ForeignKey(Room, models.CASCADE, related_name="games")
    edition = models.CharField(max_length=20)
    advanced = models.JSONField(default=list)
    show_spent = models.BooleanField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    result = models.JSONField(null=True)
    orders = models.TextField(default="", blank=True)
    clock = models.PositiveIntegerField(default=0)
    bots = models.TextField(default="", blank=True)
    deadline = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("room",), condition=Q(status="running"), name="one_running_game_in_a_room"
            ),
            models.CheckConstraint(
                condition=Q(status="finished", result__isnull=False)
                | ~Q(status="finished") & Q(result__isnull=True),
                name="a_finished_game_has_a_result",
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(due_at__isnull=False), name="games_that_are_due"
            ),
        )

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """Who sat where in a game, under which name."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(max_length=NAME_LENGTH)
    extensions = models.PositiveSmallIntegerField(default=EXTENSIONS)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_player_on_a_seat"),
            models.UniqueConstraint(fields=("game", "player"), name="one_seat_for_a_player"),
            models.CheckConstraint(condition=Q(number__lt=MOST_SEATS), name="seat_exists"),
        )

    def __str__(self) -> str:
        return f"{self.name} in {self.game}"


class LoggedAction(models.Model):
    """One line of the log: never changed, never deleted, chained to the line before by its hash."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="log")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    payload = models.TextField()
    by = models.CharField(max_length=10, default="", blank=True)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_action_for_a_number"),
            models.CheckConstraint(condition=Q(seat__lt=MOST_SEATS), name="action_has_a_seat"),
        )

    def __str__(self) -> str:
        return f"{self.number} of {self.game_id}"


class Message(models.Model):
    """Something said in a room."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(max_length=MESSAGE_LENGTH)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)

    def __str__(self) -> str:
        return self.text


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
