"""Reviews of finished games: requested once, computed slice by slice, stored."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.choices import ReviewState
from games.models.games import Game
from games.models.people import Player


class Review(models.Model):
    """What the bots think of a game: the answers so far, and in the end the report.

    While it is being computed `due_at` is when the next slice may be taken, or the end of the lease
    of the process that has taken it; `attempts` counts how often that slice was taken. `asked_by`
    has no constraint in the database: a process of the version before may still delete the player.
    """

    State = ReviewState

    game = models.OneToOneField(Game, models.CASCADE, related_name="review")
    asked_by = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="reviews", db_constraint=False
    )
    format = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    answers = models.JSONField(default=list)
    report = models.JSONField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, default="", blank=True)
    due_at = models.DateTimeField(null=True, default=timezone.now)
    lease = models.CharField(max_length=32, default="", db_default="", blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(state="asked", due_at__isnull=False)
                | ~Q(state="asked") & Q(due_at__isnull=True),
                name="a_review_in_the_making_is_due",
            ),
            models.CheckConstraint(
                condition=Q(state="done", report__isnull=False)
                | ~Q(state="done") & Q(report__isnull=True),
                name="a_review_that_is_done_has_a_report",
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",), condition=Q(due_at__isnull=False), name="reviews_that_are_due"
            ),
        )

    def __str__(self) -> str:
        return f"review of {self.game_id}"
