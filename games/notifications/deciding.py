"""Which absent players of a game have to be told something, and which have been told too much.

`Game.notify_at` is when to look: every move sets it to NOTIFY_AFTER later, with its own statement.
A look compares whom the game waits for with what was sent to their browsers, and writes the
difference as rows of the outbox: a turn, a reminder four hours before the end of a turn over days,
or that what was told is over. In games over days a letter is written as well.

The rows and the next `notify_at` are one transaction, which changes nothing if the game has moved
meanwhile (its move has set a later `notify_at`), so a move never waits for a look. Two processes
that look at the same game write the same rows, which are unique.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from games.models import CORRESPONDENCE, Delivery, Game, LetterKind, Member, PushSubscription
from games.notifications.letter_queue import write
from games.play.automation import automation_of
from games.play.outbox import queue
from games.play.position import position_of
from games.play.presence_times import SHOWN_ABSENT

MOST_AT_ONCE = 50
REMINDER = timedelta(hours=4)
Kind = Delivery.Kind
ABOUT_A_TURN = (Kind.TURN, Kind.DEADLINE)
ABOUT_A_GAME = (*ABOUT_A_TURN, Kind.START)
# The database was locked or away for a moment, or somebody deleted what was being read.
BROKEN_OFF = (OperationalError, InterfaceError, IntegrityError)
log = logging.getLogger(__name__)


class GameMovedOn(Exception):
    """Somebody has moved during the look; the game is looked at again later."""


def decide_due(now: datetime | None = None) -> int:
    """Look at games whose time has come; how many.

    One that cannot be read is looked at no more; one whose look the database broke off, soon again.
    """
    now = now or timezone.now()
    games = list(Game.objects.filter(notify_at__lte=now).order_by("notify_at")[:MOST_AT_ONCE])
    for game in games:
        try:
            with transaction.atomic():
                _decide(game, now)
        except GameMovedOn:
            continue
        except BROKEN_OFF as error:
            log.warning("A game is looked at again: %r", error)
        except Exception:
            log.exception("Nobody can be told of the game %s.", game.code)
            Game.objects.filter(pk=game.pk, version=game.version).update(notify_at=None)
    return len(games)


def _decide(game: Game, now: datetime) -> None:
    waits_for = players_to_act(game)
    if rows := _outdated(game):
        _withdraw(game, rows, waits_for, now)
    absent = absent_players(game.room_id, waits_for, now)
    devices = PushSubscription.objects.filter(device__player__in=absent)
    kind = Kind.DEADLINE if _is_nearly_over(game, now) else Kind.TURN
    queue(kind, devices, game, version=game.version, due_at=now)
    if game.clock >= CORRESPONDENCE and absent:
        write(LetterKind(kind), absent, game, now)
    unmoved = Game.objects.filter(pk=game.pk, version=game.version, notify_at=game.notify_at)
    if not unmoved.update(notify_at=_next_look(game, now)):
        raise GameMovedOn


def players_to_act(game: Game) -> frozenset[int]:
    """The ids of the people whose turn it is; not those for whom a bot plays."""
    if game.status != Game.Status.RUNNING:
        return frozenset()
    position, bots = position_of(game.pk, game.version), automation_of(game).bots
    acting = [seat for seat in position.state.seats_to_act if seat not in bots]
    players = game.seats.filter(number__in=acting, player__bot="")
    return frozenset(players.values_list("player_id", flat=True))


def absent_players(room_id: int, player_ids: Iterable[int], now: datetime) -> frozenset[int]:
    """Of these players those who have no page of the room open."""
    here = Member.objects.filter(room=room_id, seen_at__gte=now - SHOWN_ABSENT)
    return frozenset(player_ids) - frozenset(here.values_list("player_id", flat=True))


def _outdated(game: Game) -> list[Delivery]:
    """What is being told of an earlier turn, or of a game that is over."""
    told = Delivery.objects.filter(game=game).select_related("subscription__device")
    if game.status == Game.Status.RUNNING:
        return list(told.filter(kind__in=ABOUT_A_TURN, version__lt=game.version))
    return list(told.filter(kind__in=ABOUT_A_GAME))


def _withdraw(game: Game, rows: list[Delivery], waits_for: frozenset[int], now: datetime) -> None:
    """Take back what was sent, or tried, unless a new turn replaces it; forget the rest.

    What is being sent, or got no answer, may have been shown all the same.
    """
    sent = {row.subscription for row in rows if row.sent_at is not None or row.attempts}
    over = [each for each in sent if each.device.player_id not in waits_for]
    queue(Kind.OVER, over, game, version=game.version, due_at=now)
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).delete()


def _is_nearly_over(game: Game, now: datetime) -> bool:
    reminder = _reminder(game)
    return reminder is not None and reminder <= now


def _reminder(game: Game) -> datetime | None:
    """When to remind of the end of a turn; None where a turn has no days."""
    if game.clock < CORRESPONDENCE or game.deadline is None:
        return None
    return game.deadline - REMINDER


def _next_look(game: Game, now: datetime) -> datetime | None:
    reminder = _reminder(game) if game.status == Game.Status.RUNNING else None
    return reminder if reminder is not None and reminder > now else None
