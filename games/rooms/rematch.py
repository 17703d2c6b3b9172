"""A rematch: the host proposes it, those on chairs say that they are ready, then it is dealt.

What is stored. `Room.rematch_due_at` is set while a rematch is proposed, and is the time from which
the host may start with bots on the chairs of those who are not ready. `Member.is_ready` is each
one's answer. The last game stays on the table until the next is dealt.

What happens at the same time. People say that they are ready, sit down, leave and come back, the
host's role passes on, and the minute ends, in any order and in any process. Each of these is one
change under the lock of the room (`changes.entering`), and each looks at what is stored then: who
is the last to be ready deals in the same change, and a bot takes a chair in the change that deals.
So a game is dealt once, and whoever is ready before it is dealt is in it.

The end of the minute changes nothing but what the pages show: `tell_late` counts it as a change of
the room, by whichever process looks first. If none does, the host can start all the same.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.models import Game, Member, NotificationKind, Player, Room
from games.models.locking import skip_locked
from games.play.announcements import announce
from games.play.clock import MOST_AT_ONCE
from games.play.outbox import tell
from games.play.presence_times import PRESENT
from games.rooms.bots import new_bot
from games.rooms.chairs import dismiss_bot, seated_in
from games.rooms.changes import entering
from games.rooms.hosts import check_host, people_of
from games.rooms.lookup import is_playing, membership, plays_in
from games.rooms.names import names_in
from games.rooms.open_rooms import check_keeps_one_seat
from games.rooms.starting import check_table, deal
from games.text.errors import (
    CannotPlayTogether,
    GuestsAreSeated,
    NoRematchProposed,
    NotEverybodyIsReady,
    NotInThisRoom,
    NotSeated,
    StartedWithoutYou,
    TooFewPlayers,
    TooManyGames,
)

PATIENCE = timedelta(minutes=1)


def start(room_id: int, host: Player) -> Game | None:
    """Deal a room's first game; after a game propose a rematch, or deal it; the game, if dealt.

    A rematch that nobody has to be asked for is dealt at once. Raises NotInThisRoom, HostsOnly,
    GameIsRunning, TooManyGames, TooFewPlayers, NotEverybodyIsReady, and SeatedElsewhere at an open
    table.
    """
    with entering(room_id, host) as room:
        check_host(room, host)
        check_table(room, host)
        check_keeps_one_seat(room, host)
        if not room.games.filter(status=Game.Status.FINISHED).exists():
            return deal(room)
        was_proposed = room.rematch_due_at is not None
        if not was_proposed:
            _propose(room)
        room.members.filter(player=host).update(is_ready=True)
        late = not_ready(seated_in(room))
        if not late or is_due(room):
            return _deal_with_bots(room, late)
        if was_proposed:
            raise NotEverybodyIsReady
        _tell_others(room, late)
        return None


def _tell_others(room: Room, late: Iterable[Member]) -> None:
    """Tell those who are asked and not here that a rematch is proposed."""
    last = room.games.filter(status=Game.Status.FINISHED).order_by("-pk").first()
    tell(NotificationKind.REMATCH, [member.player_id for member in late], last)


def answer(room_id: int, player: Player, *, is_ready: bool) -> None:
    """Store whether the player is ready for the rematch; the last one to be ready deals it.

    Raises NotInThisRoom, NotSeated, NoRematchProposed, and StartedWithoutYou if a bot has the
    player's place; at an open table SeatedElsewhere. Does nothing if the player is already in the
    game.
    """
    with entering(room_id, player) as room:
        member = membership(room, player)
        if member is None:
            raise NotInThisRoom
        if is_playing(room):
            _check_plays(room, player)
            return
        if room.rematch_due_at is None:
            raise NoRematchProposed
        if member.chair is None:
            raise NotSeated
        if is_ready:
            check_keeps_one_seat(room, player)
        room.members.filter(pk=member.pk).update(is_ready=is_ready)
        if not not_ready(seated_in(room)):
            _deal_if_possible(room)


def _check_plays(room: Room, player: Player) -> None:
    if not plays_in(room, player):
        raise StartedWithoutYou


def _deal_if_possible(room: Room) -> None:
    """Deal, unless too few are left or the host plays too many games: then the host is told why."""
    if room.host is None:
        return
    with suppress(TooFewPlayers, TooManyGames, CannotPlayTogether, GuestsAreSeated):
        check_table(room, room.host)
        deal(room)


def _propose(room: Room) -> None:
    for bot in room.members.filter(keeps_for__memberships__in=_watching_now(room)):
        _give_back(room, bot)
    room.members.update(is_ready=False)
    room.rematch_due_at, room.is_rematch_late = timezone.now() + PATIENCE, False
    room.notice = ""


def _watching_now(room: Room) -> QuerySet[Member]:
    return people_of(room).filter(chair=None, seen_at__gte=timezone.now() - PRESENT)


def _give_back(room: Room, bot: Member) -> None:
    """Give the chair that a bot keeps to its owner, who is in the room."""
    owner, chair = bot.keeps_for_id, bot.chair
    dismiss_bot(bot)
    room.members.filter(player=owner).update(chair=chair)


def not_ready(members: Iterable[Member]) -> list[Member]:
    """Of those on chairs, who has to say so yet: a bot is ready, and so is a program."""
    return [each for each in members if not (each.player.bot or each.token or each.is_ready)]


def is_due(room: Room) -> bool:
    """Whether those who are not ready have had their minute."""
    return room.rematch_due_at is not None and room.rematch_due_at <= timezone.now()


def _deal_with_bots(room: Room, late: Sequence[Member]) -> Game:
    """Deal with bots on the chairs of these members, who watch and get them back afterwards."""
    for member in late:
        chair, member.chair = member.chair, None
        member.save()
        bot = new_bot(room.level, names_in(room))
        Member.objects.create(room=room, player=bot, chair=chair, keeps_for=member.player)
    return deal(room)


def tell_late(now: datetime | None = None) -> int:
    """Tell rooms in which the minute is over; how many. Each is told by one process."""
    now = now or timezone.now()
    if not _late(now).exists():
        return 0
    with transaction.atomic():
        rooms = [room.pk for room in skip_locked(_late(now))[:MOST_AT_ONCE]]
        Room.objects.filter(pk__in=rooms).update(is_rematch_late=True, changes=F("changes") + 1)
        for room_id in rooms:
            announce(room_id)
    return len(rooms)


def _late(now: datetime) -> QuerySet[Room]:
    proposed = Room.objects.filter(rematch_due_at__lte=now, is_rematch_late=False, closed_at=None)
    return proposed.order_by("pk")
