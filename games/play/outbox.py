"""Writes what is to be told, one row for each browser of each person, in the caller's transaction.

Called where something becomes true that people who are not here are to be told: a game is dealt, a
rematch is proposed, an analysis is done. `notifications` takes the rows when they are due, decides
whether they are still to be told, and sends them. Turns are not written here: `Game.notify_at`,
which every move sets with its own statement, is the row for them.
"""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.models import Delivery, Game, NotificationKind, PushSubscription
from games.play.presence_times import notify_time


def tell(kind: NotificationKind, player_ids: Iterable[int | None], game: Game | None) -> None:
    """Tell these people, after NOTIFY_AFTER seconds; bots and people without a device are left."""
    known = [player_id for player_id in player_ids if player_id is not None]
    devices = PushSubscription.objects.filter(device__player__in=known, device__player__bot="")
    queue(kind, devices, game, due_at=notify_time(timezone.now()))


def queue(
    kind: NotificationKind,
    subscriptions: Iterable[PushSubscription],
    game: Game | None,
    *,
    version: int = 0,
    due_at: datetime,
) -> None:
    """One row for each subscription; what was written before for the same thing stays as it is."""
    rows = [
        Delivery(subscription=each, kind=kind, game=game, version=version, due_at=due_at)
        for each in subscriptions
    ]
    if rows:
        Delivery.objects.bulk_create(rows, ignore_conflicts=True)
