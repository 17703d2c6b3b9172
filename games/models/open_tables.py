"""With whom people want to play: blocks, favourites, invitations; and the lock of matching.

The columns that name players and rooms have no constraint in the database: a process of the version
before may still delete what they name. `background.cleanup` deletes what such a process has left.
"""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.models.people import Player
from games.models.rooms import Room


class Block(models.Model):
    """A player never sits with another in open games; it holds for both, and only one knows."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks", db_constraint=False)
    blocked = models.ForeignKey(
        Player, models.CASCADE, related_name="blocked_by", db_constraint=False
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "blocked"), name="blocked_once"),
            models.CheckConstraint(
                condition=~Q(player=F("blocked")), name="nobody_blocks_themselves"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Favourite(models.Model):
    """Somebody whom a player likes to play with and can invite with one tap."""

    player = models.ForeignKey(
        Player, models.CASCADE, related_name="favourites", db_constraint=False
    )
    favourite = models.ForeignKey(
        Player, models.CASCADE, related_name="favourite_of", db_constraint=False
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "favourite"), name="favourite_once"),
            models.CheckConstraint(
                condition=~Q(player=F("favourite")), name="nobody_is_their_own_favourite"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} likes {self.favourite_id}"


class Invitation(models.Model):
    """A player was invited into a room by somebody in it: shown until they come, or it ends."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="invitations", db_constraint=False)
    player = models.ForeignKey(
        Player, models.CASCADE, related_name="invitations", db_constraint=False
    )
    by = models.ForeignKey(Player, models.CASCADE, related_name="+", db_constraint=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("room", "player"), name="invited_once_into_a_room"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} into {self.room_id}"


class MatchingDesk(models.Model):
    """One row for each clock: who looks for a table with that clock locks it, one after another."""

    clock = models.PositiveIntegerField(unique=True)

    def __str__(self) -> str:
        return str(self.clock)
