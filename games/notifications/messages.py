"""The message of a delivery, encrypted for its browser, if it is still to be told."""

import json
from datetime import datetime

from django.utils import timezone, translation

from games.models import Delivery, Game, Member, Player, Review
from games.notifications.deciding import ABOUT_A_TURN, absent_players, players_to_act
from games.notifications.endpoints import endpoint_in
from games.notifications.push_service import Message
from games.notifications.text import Words, invited_words, words_for
from games.open_tables.favourites import invitations_of
from games.play.position import position_of
from games.rooms.running import games_waiting_for

Kind = Delivery.Kind
A_DAY, AN_HOUR = 86_400, 3_600


def message_for(row: Delivery, now: datetime) -> Message | None:
    """The message; None if it is no longer true, or its reader is here or may not read it."""
    words = words_of(row, now)
    if words is None:
        return None
    return Message(
        endpoint=endpoint_in(row.subscription.endpoint),
        body=_encrypted(row, payload_of(row, words)),
        ttl=_ttl(row, now),
        urgency="low" if row.kind == Kind.OVER else "high",
        topic=words["tag"],
    )


def payload_of(row: Delivery, words: Words) -> bytes:
    """What the browser reads: the words, and in how many games it is its person's turn."""
    waiting = games_waiting_for(row.subscription.device.player)
    payload = {"id": id_of(row), **words, "waiting": waiting}
    return json.dumps(payload, ensure_ascii=False).encode()


def id_of(row: Delivery) -> int:
    """The same each time the row is sent, and that of no other row of this browser.

    It is the time in microseconds: after a backup was restored, numbers of rows come again, and a
    browser does not show an id twice.
    """
    return round(row.created_at.timestamp() * 1_000_000)


def words_of(row: Delivery, now: datetime | None = None) -> Words | None:
    """What the delivery says in its reader's language; None if it is not to be told."""
    player = row.subscription.device.player
    if player.is_banned or row.subscription.credential != player.credential:
        return None
    if row.kind == Kind.INVITE:
        return _invited(row, player)
    if row.game is not None and not _is_true(row, row.game, player, now or timezone.now()):
        return None
    with translation.override(row.subscription.language):
        return words_for(row.kind, row.game, _state(row.game))


def _invited(row: Delivery, player: Player) -> Words | None:
    """The player's newest invitation that still stands."""
    invitation = invitations_of(player).first()
    if invitation is None:
        return None
    with translation.override(row.subscription.language):
        return invited_words(invitation)


def _state(game: Game | None):  # type: ignore[no-untyped-def]
    if game is None or game.status != Game.Status.RUNNING:
        return None
    return position_of(game.pk, game.version).state


def _is_true(row: Delivery, game: Game, player: Player, now: datetime) -> bool:
    is_absent = bool(absent_players(game.room_id, {player.pk}, now))
    match row.kind:
        case Kind.TURN | Kind.DEADLINE:
            is_same = game.version == row.version
            return is_same and is_absent and player.pk in players_to_act(game)
        case Kind.START:
            is_running = game.status == Game.Status.RUNNING
            return is_running and is_absent and player.pk not in players_to_act(game)
        case Kind.REMATCH:
            return is_absent and _is_awaited(game, player)
        case Kind.REVIEW:
            return Review.objects.filter(game=game, state=Review.State.DONE).exists()
        case Kind.OVER:
            return not _is_told_again(row, game)
    return True


def _is_told_again(row: Delivery, game: Game) -> bool:
    """Whether a newer turn has taken the place of the one that is to be withdrawn."""
    newer = row.subscription.deliveries.filter(game=game, kind__in=ABOUT_A_TURN)
    return newer.filter(version=game.version).exists()


def _is_awaited(game: Game, player: Player) -> bool:
    """Whether a rematch is proposed for which this player is not ready."""
    waiting = Member.objects.filter(room=game.room_id, player=player, is_ready=False)
    waiting = waiting.filter(room__rematch_due_at__isnull=False, chair__isnull=False)
    return game.room.closed_at is None and waiting.exists()


def _ttl(row: Delivery, now: datetime) -> int:
    """For how many seconds the push service may keep it: no longer than it can be true."""
    if row.kind == Kind.REMATCH:
        return AN_HOUR
    deadline = row.game.deadline if row.game else None
    if row.kind in {Kind.TURN, Kind.DEADLINE} and deadline is not None:
        return max(60, int((deadline - now).total_seconds()))
    return A_DAY


def _encrypted(row: Delivery, payload: bytes) -> bytes:
    """The body that only this browser can read (RFC 8291)."""
    # It brings two HTTP clients that are never used: loaded by those processes only that send.
    from pywebpush import WebPusher  # noqa: PLC0415

    subscription = row.subscription
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    return bytes(pusher.encode(payload)["body"])
