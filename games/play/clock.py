"""Games that are due (a bot's turn, an auto-bid, the end of a turn): each is taken by one process.

How it works
------------
A running game has two columns for this. `due_at` is when somebody has to look at it: a pause after
the turn came to a bot or to an auto-bid, or the deadline of a person's turn. `lease` is the token
of the process that has taken it, empty if none has.

Any number of processes look for due games, while players move, arrive, buy time and leave. A taker
locks the rows it takes (on PostgreSQL with SKIP LOCKED, so that two takers get different games;
SQLite has one writer), writes a new token into `lease` and sets `due_at` to LEASE seconds from now.
Then it commits: nothing is locked while a bot computes.

Why a game is answered once: an answer names the version and the token it belongs to, and
`log.advance` changes nothing if either differs. Whatever changes the reason for an answer (a move,
a player who comes back, time that was bought) ends the lease by emptying the column, in the same
transaction (`rows.store_automation`, `deadlines`). So a bot never acts for a player who is back.

What a crash leaves behind: a taker that dies leaves a lease. When `due_at` has passed, another
process takes the game under a new token; an answer under the old one is refused. A taker that is
slow keeps its lease, and one that is being stopped gives it back at once (`leases`). A game whose
taker fails each time is taken again each time, and the error is logged; other games are not held
up.

During an upgrade a process of the release before takes games by `due_at` alone, and does not empty
`lease`. The version still lets only one answer in.

What is bounded: a process computes MOST_AT_ONCE answers at a time, MOST_OF_ONE of them for the
rooms of one host, and looks at MOST_LOOKED_AT rows to choose them.

A game whose players are all absent is not due, except an open one or one with a clock of a day or
more. Whoever puts off the end of a turn (`deadlines`) or changes who plays for whom (`stand_ins`)
locks the room, then the game.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex
from types import MappingProxyType

from django.conf import settings
from django.db import transaction
from django.db.models import (
    Count,
    Exists,
    F,
    Q,
    QuerySet,
    Subquery,
    Window,
)
from django.db.models.functions import Coalesce, RowNumber
from django.utils import timezone

from games.engine.actions import Action, Pass
from games.engine.auto_bids import auto_bid_action
from games.engine.events import Event
from games.engine.history import BY_AUTO_BID, BY_BOT, BY_CLOCK
from games.engine.observation import Observation, observe
from games.engine.state import Phase
from games.models import CORRESPONDENCE, PASSING, Game, Member
from games.models.locking import skip_locked
from games.play.automation import automation_of
from games.play.moves import Move
from games.play.position import StoredPosition, position_of
from games.play.presence_times import around, players_here
from games.play.stand_ins import give_up, set_stand_ins

MOST_AT_ONCE = 20
MOST_OF_ONE = 6
MOST_LOOKED_AT = 500
TOO_LONG = timedelta(seconds=5)
NOBODY_ASKED: Mapping[int, int] = MappingProxyType({})
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """A seat that a bot has to answer for: what it sees, and what everybody saw before.

    `action` is what an auto-bid says; then nobody has to think. A bot that is not timed thinks
    as long as it needs, so that it plays alike on every machine.
    """

    game_id: int
    version: int
    level: str
    by: str
    lease: str
    view: Observation
    story: tuple[Event, ...]
    seed: str
    taken_at: datetime
    host: int = 0
    action: Action | None = None

    def answered(self, action: Action) -> Move:
        """The move that this answer is; it counts while nobody has come back or bought time."""
        return Move(self.game_id, self.version, action, self.by, self.lease)


def due_questions(
    now: datetime | None = None, most: int = MOST_AT_ONCE, asked: Mapping[int, int] = NOBODY_ASKED
) -> list[Question]:
    """Take games that are due, not more than `most`; what bots have to answer for them.

    `asked` is how many questions of each host's rooms are still to be answered.
    """
    now = now or timezone.now()
    if most <= 0 or not _due(now).exists():
        return []
    questions: list[Question] = []
    for game in take_due(now, most, asked):
        try:
            questions += _questions(game, now)
        except Exception:
            log.exception("The game %s cannot be played on.", game.code)
    return questions


def take_due(
    now: datetime, most: int = MOST_AT_ONCE, asked: Mapping[int, int] = NOBODY_ASKED
) -> list[Game]:
    """Games that are due, each given to one taker only; `due_at` is the end of the lease."""
    with transaction.atomic():
        fair = _in_turn(now, asked)[:most]
        games = list(skip_locked(_due(now).filter(pk__in=fair)).select_related("room"))
        for game in games:
            game.due_at, game.lease = now + timedelta(seconds=settings.LEASE), token_hex(16)
        Game.objects.bulk_update(games, ["due_at", "lease"])
    return games


def _due(now: datetime) -> QuerySet[Game]:
    """Running games whose time has come.

    A game that all its players have left waits for them, unless it is over days or open.
    """
    here = players_here("pk", "room", now)
    due = Game.objects.filter(status=Game.Status.RUNNING, due_at__lte=now)
    goes_on = Q(clock__gte=CORRESPONDENCE) | Q(is_open=True) | Exists(here)
    return due.filter(goes_on).order_by("due_at")


def _in_turn(now: datetime, asked: Mapping[int, int]) -> list[int]:
    """Ids of due games, in the order in which they are to be taken.

    Round-robin over the hosts, so that a host with many rooms does not delay others. Within a
    round: first games that have been due for longer than TOO_LONG, then those with more players
    present, then those due longest.
    """
    here = players_here("pk", "room", now).order_by().values("room").annotate(count=Count("pk"))
    people = Coalesce(Subquery(here.values("count")), 0)
    place = Window(RowNumber(), partition_by=F("room__host"), order_by="due_at")
    due = _due(now).annotate(people=people, place=place).order_by("place", "due_at")
    rows = due.values_list("place", "room__host", "due_at", "people", "pk")[:MOST_LOOKED_AT]
    queue = [
        (place + asked.get(host or 0, 0), (due_at or now) > now - TOO_LONG, -people, due_at, pk)
        for place, host, due_at, people, pk in rows
    ]
    return [each[-1] for each in sorted(queue) if each[0] <= MOST_OF_ONE]


def _questions(game: Game, now: datetime) -> list[Question]:
    """For a seat with an auto-bid, else one a bot plays for, else one whose time is up."""
    position, automation = position_of(game.pk, game.version), automation_of(game)
    if action := auto_bid_action(automation.auto_bids, position.state):
        question = _question(game, position, action.seat, game.room.level, BY_AUTO_BID, now)
        return [replace(question, action=action)]
    waiting = position.state.seats_to_act
    if game.room.daily_id and any(seat not in automation.bots for seat in waiting):
        return []  # in a sealed round bots come last: equal choices give equal games
    for seat in waiting:
        if seat in automation.bots:
            return [_bot_question(game, position, seat, automation.bots[seat], now)]
    if waiting and automation.deadline is not None and automation.deadline <= now:
        return _time_is_up(game, position, now)
    return []


def _time_is_up(game: Game, position: StoredPosition, now: datetime) -> list[Question]:
    """What is to be played at the end of a turn.

    In a game over days nobody waits again for a player who let a turn pass by and is not there: by
    the room's rule a bot plays for them, or passes, until they are back. In an open game they have
    given up their seat.
    """
    waiting = position.state.seats_to_act
    if game.clock >= CORRESPONDENCE and (absent := _absent_seats(game, waiting, now)):
        if game.is_open:
            give_up(game.pk, absent, game.room.level)
            return []
        rule = PASSING if game.room.time_up == PASSING else game.room.level
        set_stand_ins(game.pk, dict.fromkeys(absent, rule))
        return []
    return [_question(game, position, waiting[0], game.room.level, BY_CLOCK, now)]


def _absent_seats(game: Game, seats: Sequence[int], now: datetime) -> list[int]:
    here = Member.objects.filter(room=game.room_id, seen_at__range=around(now))
    present = frozenset(here.values_list("player_id", flat=True))
    numbers = game.seats.filter(number__in=seats).exclude(player__in=present)
    return list(numbers.values_list("number", flat=True))


def _bot_question(
    game: Game, position: StoredPosition, seat: int, bot: str, now: datetime
) -> Question:
    """For a bot; what only passes needs no bot, except where passing is impossible."""
    if bot != PASSING:
        return _question(game, position, seat, bot, BY_BOT, now)
    question = _question(game, position, seat, game.room.level, BY_BOT, now)
    is_auction = position.state.phase is Phase.AUCTION
    return replace(question, action=Pass(seat)) if is_auction else question


def _question(
    game: Game, position: StoredPosition, seat: int, level: str, by: str, now: datetime
) -> Question:
    return Question(
        game_id=game.pk,
        version=position.version,
        level=level,
        by=by,
        lease=game.lease,
        view=observe(position.state, seat),
        story=position.story,
        seed=sha256(f"{game.seed}|{position.version}|{seat}".encode()).hexdigest(),
        taken_at=now,
        host=game.room.host_id or 0,
    )


def waiting(now: datetime) -> tuple[int, datetime | None]:
    """How many games are due and not taken yet, and since when the oldest of them is."""
    due = _due(now).order_by("due_at").values_list("due_at", flat=True)
    return due.count(), due.first()
