"""The deal of the day: one deck for everybody, and everybody's first try."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyDeal(models.Model):
    """The deck of one edition group on one day (UTC), the same for everybody.

    The seed follows from the salt, the day and the group; both are secret until `opens_at`.
    `bots` are the characters on the seats after the player's.
    """

    day = models.DateField(_("day"))
    group = models.CharField(max_length=10)
    edition = models.CharField(max_length=20)
    advanced = models.JSONField(default=list)
    bots = models.JSONField()
    seed = models.CharField(max_length=64)
    salt = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    opens_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("day", "group"), name="one_deal_a_day_and_group"),
        )
        indexes = (models.Index(fields=("opens_at",), name="deals_by_opening"),)

    def __str__(self) -> str:
        return f"{self.day} {self.group}"


class DailyTry(models.Model):
    """The first try of somebody at a deal of the day, which is the one that counts.

    `score` orders the tries of a deal, the best highest; `lots` is what the player did with each
    lot. Both follow from the finished game and are empty until it is settled. A repeat was begun in
    a browser in which somebody had begun the deal before: it is compared, but does not count.
    """

    deal = models.ForeignKey(DailyDeal, models.PROTECT, related_name="tries")
    player = models.ForeignKey("games.Player", models.CASCADE, related_name="daily_tries")
    game = models.OneToOneField("games.Game", models.CASCADE, related_name="daily_try")
    started_at = models.DateTimeField(auto_now_add=True)
    score = models.BigIntegerField(null=True)
    lots = models.JSONField(null=True)
    is_repeat = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("deal", "player"), name="one_try_counts"),)
        indexes = (
            models.Index(fields=("deal", "-score", "id"), name="tries_by_score"),
            models.Index(fields=("game",), condition=models.Q(score=None), name="tries_to_settle"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} at {self.deal_id}"
