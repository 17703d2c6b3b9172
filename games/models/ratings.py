"""Ratings: what each rated game has done to the rating of each person in it.

The columns that name players, games and seats have no constraint in the database: a process of the
version before may still delete what they name.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.games import Game, Seat
from games.models.people import Player

# With fewer rated games in a group nobody is on its leaderboard.
FEWEST_RATED_GAMES = 10


class RatedSeat(models.Model):
    """A person's seat of a rated game, with their rating before and after it.

    It is written with the end of the game and counted soon after: until then `mu` is empty. `group`
    and `at` are the game's edition group and end. `points`, `games` and `wins` are after the game,
    within the group. The newest row of a person in a group is what leaderboards read;
    `active_since` is when the FEWEST_RATED_GAMES-th last game before its end ended. If a person's
    data is deleted their rows stay, without the person: the ratings of others depend on them.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="rated", db_constraint=False)
    game = models.ForeignKey(
        Game, models.CASCADE, related_name="rated_seats", db_constraint=False, db_index=False
    )
    player = models.ForeignKey(
        Player,
        models.SET_NULL,
        null=True,
        related_name="rated_seats",
        db_constraint=False,
        db_index=False,
    )
    group = models.CharField(max_length=10)
    at = models.DateTimeField()
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    points = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    wins = models.FloatField(default=0)
    is_newest = models.BooleanField(default=False)
    active_since = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("rated seat")
        verbose_name_plural = _("rated seats")
        constraints = (
            models.CheckConstraint(
                condition=Q(is_newest=False) | Q(mu__isnull=False),
                name="the_newest_rating_is_counted",
            ),
        )
        indexes = (
            models.Index(fields=("game",), name="rated_seats_of_a_game"),
            models.Index(fields=("group", "at", "game"), name="rated_games_in_order"),
            models.Index(fields=("player", "group", "at"), name="ratings_of_a_person"),
            models.Index(
                # All that counting and paging a leaderboard reads. SQLite has no `include`, and
                # every index of it holds the id.
                fields=("group", "-points", "player", "games", "active_since", "is_newest"),
                include=("id",),
                condition=Q(is_newest=True, games__gte=FEWEST_RATED_GAMES),
                name="leaders_of_a_board",
            ),
            models.Index(fields=("group", "at"), condition=Q(mu=None), name="seats_to_be_counted"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}"


class RatingCount(models.Model):
    """How far an edition group is counted: its games from `stale_from` on are counted anew.

    The row is locked by who counts.
    """

    group = models.CharField(max_length=10, primary_key=True)
    stale_from = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.group


class SharedBrowser(models.Model):
    """Two people have logged in in the same browser; the one with the smaller id is `one`."""

    one = models.ForeignKey(Player, models.CASCADE, related_name="+", db_constraint=False)
    other = models.ForeignKey(Player, models.CASCADE, related_name="+", db_constraint=False)
    seen_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="two_share_a_browser_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="the_smaller_id_is_one"),
        )

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id}"
