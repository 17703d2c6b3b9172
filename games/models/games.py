"""Games, their seats and their append-only logs."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.choices import EXTENSIONS, MOST_SEATS, GameOrigin, GameStatus
from games.models.codes import new_code
from games.models.people import NAME_LENGTH, Player
from games.models.rooms import Room


class Game(models.Model):
    """One game: how it was dealt; the columns for lists and clocks can be rebuilt from the log.

    `commitment` is the shuffle commitment: the hash of seed and salt. `laid` is empty where the
    deck follows from the seed; else it is the deck and the first seat as JSON, and the seed is its
    hash, so that the commitment still binds the deck. `digest` is the hash of an imported record,
    by which the same record is recognised. `continues` is the game from which a continued one has
    copied the first lines of its log, for the names of those who played them. `auto_bids` and
    `bot_seats` are JSON by seat: what a player wants done at their turn, and the bot, or stand-in,
    that plays for a seat. `is_open` and `is_rated` say how the room was when the game was dealt; a
    rated game is open, and every person in it had an account. `notify_at` is when to look whether
    somebody who is not here has to be told something about the game.
    """

    Status = GameStatus
    Origin = GameOrigin

    code = models.CharField(_("code"), max_length=8, unique=True, default=new_code)
    room = models.ForeignKey(Room, models.CASCADE, related_name="games")
    origin = models.CharField(_("origin"), max_length=10, choices=Origin, default=Origin.DEALT)
    continues = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    share = models.CharField(max_length=40, default="", blank=True)
    edition = models.CharField(max_length=20)
    advanced = models.JSONField(default=list)
    show_spent = models.BooleanField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    laid = models.TextField(default="", blank=True)
    digest = models.CharField(max_length=64, default="", blank=True)
    version = models.PositiveIntegerField(default=0)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.RUNNING)
    result = models.JSONField(null=True)
    auto_bids = models.TextField(default="", blank=True, db_column="orders")
    clock = models.PositiveIntegerField(default=0)
    weekends_off = models.BooleanField(default=False, db_default=False)
    is_open = models.BooleanField(_("open to anyone"), default=False, db_default=False)
    is_rated = models.BooleanField(_("rated"), default=False, db_default=False)
    bot_seats = models.TextField(default="", blank=True, db_column="bots")
    deadline = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    notify_at = models.DateTimeField(null=True)
    lease = models.CharField(max_length=32, default="", db_default="", blank=True)
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(null=True)
    voided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = (
            ("see_hidden", "Can see hands and sealed orders of running games, giving a reason"),
            ("verify_games", "Can verify stored games"),
            ("export_games", "Can export games"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("room",), condition=Q(status="running"), name="one_running_game_in_a_room"
            ),
            models.CheckConstraint(
                condition=Q(status="finished", result__isnull=False)
                | ~Q(status="finished") & Q(result__isnull=True),
                name="a_finished_game_has_a_result",
            ),
            models.UniqueConstraint(
                fields=("share",), condition=~Q(share=""), name="a_link_shows_one_game"
            ),
            models.CheckConstraint(
                condition=Q(is_rated=False) | Q(is_open=True), name="a_rated_game_is_open"
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(due_at__isnull=False), name="games_that_are_due"
            ),
            models.Index(
                fields=("notify_at",),
                condition=Q(notify_at__isnull=False),
                name="games_to_tell_of",
            ),
            models.Index(fields=("digest",), condition=~Q(digest=""), name="records_brought_in"),
            models.Index(fields=("started_at",), name="games_by_time"),
            models.Index(fields=("status", "edition", "origin", "id"), name="games_by_kind"),
            models.Index(
                fields=("voided_at",), condition=Q(voided_at__isnull=False), name="void_games"
            ),
            models.Index(fields=("id",), condition=Q(is_open=True), name="open_games"),
        )

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A seat of a game: the player, the name they had then, and their result.

    With `is_awaited` no stand-in plays while the player is absent. `looked_version` is what they
    had seen of the game when they left it last, stored when they are back. `left_at` is when the
    player gave up an open game: from then on a bot plays for the seat for good. The columns from
    `place` on follow from the game's result and are empty until there is one.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(max_length=NAME_LENGTH)
    extensions = models.PositiveSmallIntegerField(default=EXTENSIONS)
    is_awaited = models.BooleanField(default=False)
    looked_version = models.PositiveIntegerField(null=True)
    left_at = models.DateTimeField(_("left"), null=True)
    place = models.PositiveSmallIntegerField(null=True)
    status = models.FloatField(null=True)
    money = models.PositiveIntegerField(null=True)
    is_cast_out = models.BooleanField(default=False)
    win = models.FloatField(default=0)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_player_on_a_seat"),
            models.UniqueConstraint(fields=("game", "player"), name="one_seat_for_a_player"),
            models.CheckConstraint(condition=Q(number__lt=MOST_SEATS), name="seat_exists"),
        )
        indexes = (
            models.Index(fields=("player", "game"), name="games_of_a_person"),
            models.Index(
                fields=("player", "left_at"),
                condition=Q(left_at__isnull=False),
                name="seats_given_up",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} in {self.game}"


class LoggedAction(models.Model):
    """One line of a game's log: append-only, chained to the line before by its hash.

    A new column has to allow null, for the lines before it: for any other SQLite makes the table
    again and loses the triggers that refuse changes.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="log")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    payload = models.TextField()
    by = models.CharField(max_length=10, default="", blank=True)
    device = models.PositiveSmallIntegerField(null=True)
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
