"""Moderation actions on reports, players, rooms and games.

Each needs a reason and is logged with it as a `ModerationAction`, in the same transaction. All of
them raise NotImpartial where the moderator has a part in what they decide, and BadInput without a
reason; then nothing has changed.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.accounts import people
from games.models import (
    NAME_LENGTH,
    REASON_LENGTH,
    Game,
    ModerationAction,
    ModerationKind,
    Player,
    Report,
    Room,
    Seat,
    User,
)
from games.ratings.entering import leave_out
from games.rooms.changes import changing
from games.rooms.ending import end_without_result
from games.text.cleaning import clean_text
from games.text.errors import BadInput, GameIsRunning, NotImpartial


@dataclass(frozen=True, slots=True)
class Moderator:
    """An account with the right to moderate, and all players known to be the same person."""

    user: User
    players: Collection[int] = ()

    def sat_in(self, game: Game) -> bool:
        """Whether one of the moderator's players has a seat in the game."""
        return game.seats.filter(player__in=self.players).exists()

    def check_game(self, game: Game | None) -> None:
        """Raise NotImpartial if the moderator sat in the game."""
        if game is not None and self.sat_in(game):
            raise NotImpartial

    def check_person(self, player: Player) -> None:
        """Raise NotImpartial if the player is the moderator, shares a running game or a report."""
        if player.bot:
            raise BadInput(reason=_("Bots can’t be moderated."))
        if player.pk in self.players:
            raise NotImpartial
        if Report.objects.filter(_concerns(self.players), about=player).exists():
            raise NotImpartial
        running = Game.objects.filter(status=Game.Status.RUNNING, seats__player=player)
        if running.filter(pk__in=Seat.objects.filter(player__in=self.players).values("game")):
            raise NotImpartial

    def check_room(self, room: Room) -> None:
        """Raise NotImpartial if the moderator plays there or a report from there concerns them."""
        self.check_game(room.games.filter(status=Game.Status.RUNNING).first())
        if Report.objects.filter(_concerns(self.players), room=room).exists():
            raise NotImpartial

    def check_report(self, report: Report) -> None:
        """Raise NotImpartial if the moderator reported, is reported, or sat in the game."""
        if Report.objects.filter(_concerns(self.players), pk=report.pk).exists():
            raise NotImpartial


def _concerns(players: Collection[int]) -> Q:
    seated = Q(game__seats__player__in=players)
    return seated | Q(about__in=players) | Q(reporter__in=players)


def reason_in(text: str) -> str:
    """The reason as it is stored; raises BadInput if it is empty."""
    return clean_text(text, REASON_LENGTH)


@transaction.atomic
def take(moderator: Moderator, report: Report) -> None:
    """Assign an open report to the moderator."""
    moderator.check_report(report)
    if Report.objects.filter(pk=report.pk).exclude(taken_by=None).exclude(taken_by=moderator.user):
        raise BadInput(reason=_("Somebody else has taken this report."))
    _change(report, status=Report.Status.TAKEN, taken_by=moderator.user)
    _write(moderator, ModerationAction.Kind.TAKE, report.reason, report=report)


@transaction.atomic
def settle(moderator: Moderator, report: Report, reason: str) -> None:
    """Close a report with its outcome; it leaves the queue."""
    outcome = reason_in(reason)
    moderator.check_report(report)
    status, now = Report.Status.SETTLED, timezone.now()
    _change(report, status=status, taken_by=moderator.user, settled_at=now, outcome=outcome)
    _write(moderator, ModerationAction.Kind.SETTLE, outcome, report=report)


def _change(report: Report, **columns: object) -> None:
    """Update a report that is not settled; raises BadInput if it is."""
    waiting = Report.objects.exclude(status=Report.Status.SETTLED).filter(pk=report.pk)
    if not waiting.update(**columns):
        raise BadInput(reason=_("This report is settled already."))


@transaction.atomic
def rename(moderator: Moderator, player: Player, name: str, reason: str) -> None:
    """Rename a player, also on the seats and messages they had before."""
    reason, name = reason_in(reason), clean_text(name, NAME_LENGTH)
    moderator.check_person(player)
    people.set_name(player, name)  # which locks rooms: before seats, as everywhere
    player.seats.update(name=name)
    player.message_set.update(name=name)
    _write(moderator, ModerationAction.Kind.RENAME, reason, player=player)


@transaction.atomic
def silence(moderator: Moderator, player: Player, until: datetime, reason: str) -> None:
    """Mute a player in all rooms until a time; a past time ends it."""
    reason = reason_in(reason)
    moderator.check_person(player)
    Player.objects.filter(pk=player.pk).update(silent_until=until)
    _write(moderator, ModerationAction.Kind.SILENCE, reason, player=player, until=until)


@transaction.atomic
def ban(moderator: Moderator, player: Player, until: datetime, reason: str) -> None:
    """Ban a player from all rooms until a time and close their sockets; a past time ends it."""
    reason = reason_in(reason)
    moderator.check_person(player)
    people.keep_out(player, until)
    _write(moderator, ModerationAction.Kind.BAN, reason, player=player, until=until)


def close(moderator: Moderator, room: Room, reason: str) -> None:
    """Close a room for good; its running game is broken off."""
    reason = reason_in(reason)
    with changing(room.pk) as open_room:
        moderator.check_room(open_room)
        now = timezone.now()
        end_without_result(open_room, now)
        open_room.closed_at = now
        _write(moderator, ModerationAction.Kind.CLOSE, reason, room=open_room)


@transaction.atomic
def void(moderator: Moderator, game: Game, reason: str) -> None:
    """Exclude a game that is over from all statistics and ratings; its log stays.

    Raises GameIsRunning.
    """
    reason = reason_in(reason)
    moderator.check_game(game)
    if game.status == Game.Status.RUNNING:
        raise GameIsRunning
    if not Game.objects.filter(pk=game.pk, voided_at=None).update(voided_at=timezone.now()):
        raise BadInput(reason=_("This game is void already."))
    leave_out(game)
    _write(moderator, ModerationAction.Kind.VOID, reason, game=game)


def _write(moderator: Moderator, kind: ModerationKind, reason: str, **facts: object) -> None:
    ModerationAction.objects.create(user=moderator.user, kind=kind, reason=reason, **facts)
