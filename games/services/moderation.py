"""Judging: reports taken and settled, people renamed, muted, banned, rooms closed, games voided.

Every deed has a reason and is written down with it; nobody judges what they have a part in.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import NAME_LENGTH, REASON_LENGTH, Deed, Game, Player, Report, Room, Seat, User
from games.refusals import BadInput, GameIsRunning, NotImpartial
from games.services import people
from games.services.announcing import announce_departure
from games.services.people import clean_text
from games.services.rooms import changing, end_without_result


@dataclass(frozen=True, slots=True)
class Judge:
    """An account that judges, and every player known to be the same person."""

    user: User
    players: Collection[int] = ()

    def sat_in(self, game: Game) -> bool:
        return game.seats.filter(player__in=self.players).exists()

    def check_game(self, game: Game | None) -> None:
        """NotImpartial for who sat in the game."""
        if game is not None and self.sat_in(game):
            raise NotImpartial

    def check_person(self, player: Player) -> None:
        """NotImpartial for oneself, for who plays with them, and where a report concerns both."""
        if player.bot:
            raise BadInput(reason=_("Bots are not judged."))
        if player.pk in self.players:
            raise NotImpartial
        if Report.objects.filter(_concerns(self.players), about=player).exists():
            raise NotImpartial
        running = Game.objects.filter(status=Game.Status.RUNNING, seats__player=player)
        if running.filter(pk__in=Seat.objects.filter(player__in=self.players).values("game")):
            raise NotImpartial

    def check_room(self, room: Room) -> None:
        """NotImpartial for who plays there, and where a report from there concerns them."""
        self.check_game(room.games.filter(status=Game.Status.RUNNING).first())
        if Report.objects.filter(_concerns(self.players), room=room).exists():
            raise NotImpartial

    def check_report(self, report: Report) -> None:
        """NotImpartial for who has reported, is reported, or sat in the game."""
        if Report.objects.filter(_concerns(self.players), pk=report.pk).exists():
            raise NotImpartial


def _concerns(players: Collection[int]) -> Q:
    seated = Q(game__seats__player__in=players)
    return seated | Q(about__in=players) | Q(reporter__in=players)


def reason_in(text: str) -> str:
    """Why something is done; BadInput where nothing is said."""
    return clean_text(text, REASON_LENGTH)


@transaction.atomic
def take(judge: Judge, report: Report) -> None:
    """Say that one is looking into it."""
    judge.check_report(report)
    if Report.objects.filter(pk=report.pk).exclude(taken_by=None).exclude(taken_by=judge.user):
        raise BadInput(reason=_("Somebody else has taken this report."))
    _change(report, status=Report.Status.TAKEN, taken_by=judge.user)
    _write(judge, Deed.Kind.TAKE, report.reason, report=report)


@transaction.atomic
def settle(judge: Judge, report: Report, reason: str) -> None:
    """Take a report off the queue, with what came of it."""
    outcome = reason_in(reason)
    judge.check_report(report)
    status, now = Report.Status.SETTLED, timezone.now()
    _change(report, status=status, taken_by=judge.user, settled_at=now, outcome=outcome)
    _write(judge, Deed.Kind.SETTLE, outcome, report=report)


def _change(report: Report, **columns: object) -> None:
    """BadInput where somebody has settled it already."""
    waiting = Report.objects.exclude(status=Report.Status.SETTLED).filter(pk=report.pk)
    if not waiting.update(**columns):
        raise BadInput(reason=_("This report is settled already."))


@transaction.atomic
def rename(judge: Judge, player: Player, name: str, reason: str) -> None:
    """Give somebody another name, in the games they have played too."""
    reason, name = reason_in(reason), clean_text(name, NAME_LENGTH)
    judge.check_person(player)
    player.seats.update(name=name)
    player.message_set.update(name=name)
    people.call(player, name)
    _write(judge, Deed.Kind.RENAME, reason, player=player)


@transaction.atomic
def silence(judge: Judge, player: Player, until: datetime, reason: str) -> None:
    """Let somebody say nothing until then; a time that is over lets them talk again."""
    reason = reason_in(reason)
    judge.check_person(player)
    Player.objects.filter(pk=player.pk).update(silent_until=until)
    _write(judge, Deed.Kind.SILENCE, reason, player=player, until=until)


@transaction.atomic
def ban(judge: Judge, player: Player, until: datetime, reason: str) -> None:
    """Keep somebody out of all rooms until then; what they have open closes at once."""
    reason = reason_in(reason)
    judge.check_person(player)
    Player.objects.filter(pk=player.pk).update(banned_until=until)
    if until > timezone.now():
        announce_departure(player.pk)
    people.announce_rooms_of(player)
    _write(judge, Deed.Kind.BAN, reason, player=player, until=until)


def close(judge: Judge, room: Room, reason: str) -> None:
    """End what is played in a room and show everybody out, for good."""
    reason = reason_in(reason)
    with changing(room.pk) as open_room:
        judge.check_room(open_room)
        now = timezone.now()
        end_without_result(open_room, now)
        open_room.closed_at = now
        _write(judge, Deed.Kind.CLOSE, reason, room=open_room)


@transaction.atomic
def void(judge: Judge, game: Game, reason: str) -> None:
    """Let a game that is over count for nothing; its log stays as it is."""
    reason = reason_in(reason)
    judge.check_game(game)
    if game.status == Game.Status.RUNNING:
        raise GameIsRunning
    if not Game.objects.filter(pk=game.pk, voided_at=None).update(voided_at=timezone.now()):
        raise BadInput(reason=_("This game is void already."))
    _write(judge, Deed.Kind.VOID, reason, game=game)


def _write(judge: Judge, kind: Deed.Kind, reason: str, **facts: object) -> None:
    Deed.objects.create(user=judge.user, kind=kind, reason=reason, **facts)
