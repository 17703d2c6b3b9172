"""What is due: taken from the database by whoever is awake, once, over restarts and processes."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Exists, F, Max, Model, OuterRef, Q, QuerySet
from django.utils import timezone

from games.company import company_of, due_after
from games.engine.actions import Action
from games.engine.events import Event
from games.engine.observation import Observation, observe
from games.models import Game, Member, Room
from games.refusals import NoGameIsRunning, NoTimeLeft, TableMovedOn
from games.services.announcing import announce
from games.services.table import BY_BOT, BY_CLOCK, Move, Position, locked, position_of

CORRESPONDENCE = 86_400
PRESENT = timedelta(seconds=25)
MOST_AT_ONCE = 20
log = logging.getLogger(__name__)
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Question:
    """A seat that a bot has to answer for: what it sees, and what everybody saw before."""

    game_id: int
    version: int
    level: str
    by: str
    lease: datetime
    view: Observation
    story: tuple[Event, ...]
    seed: str

    def answered(self, action: Action) -> Move:
        """The move that this answer is; it counts while nobody has come back or bought time."""
        return Move(self.game_id, self.version, action, self.by, self.lease)


def due_questions(now: datetime | None = None, most: int = MOST_AT_ONCE) -> list[Question]:
    """Take games that are due, not more than `most`; what bots have to answer for them."""
    now = now or timezone.now()
    if most <= 0 or not _due(now).exists():
        return []
    questions: list[Question] = []
    for game in take_due(now, most):
        try:
            questions += _questions(game, now)
        except Exception:
            log.exception("The game %s cannot be played on.", game.code)
    return questions


def take_due(now: datetime, most: int = MOST_AT_ONCE) -> list[Game]:
    """Games that are due, each given to one taker only; `due_at` is the end of the lease."""
    with transaction.atomic():
        games = list(taken(_due(now))[:most])
        for game in games:
            game.due_at = now + timedelta(seconds=settings.LEASE)
        Game.objects.bulk_update(games, ["due_at"])
    return games


def extend(game_id: int, seat: int) -> None:
    """Once more the time of a turn for the seat whose turn it is, a few times in a game."""
    with transaction.atomic():
        Room.objects.filter(games=game_id).update(changes=F("changes") + 1)
        game = locked(game_id)
        if game.deadline is None:
            raise NoGameIsRunning
        if seat not in position_of(game.pk, game.version).state.seats_to_act:
            raise TableMovedOn
        left = game.seats.filter(number=seat, extensions__gt=0)
        if not left.update(extensions=F("extensions") - 1):
            raise NoTimeLeft
        _put_off(game, timedelta(seconds=game.clock))


def go_on(room_id: int, now: datetime) -> None:
    """Somebody comes to a table that all people had left: meanwhile nobody's time has run."""
    with transaction.atomic():
        Room.objects.filter(pk=room_id).update(changes=F("changes") + 1)
        people = Member.objects.filter(room=room_id, player__bot="")
        last = people.aggregate(last=Max("seen_at"))["last"]
        games = Game.objects.select_for_update().filter(room=room_id, status=Game.Status.RUNNING)
        game = games.exclude(deadline=None).exclude(clock=CORRESPONDENCE).first()
        if game is not None and last is not None and last < now - PRESENT:
            _put_off(game, now - last)


def _put_off(game: Game, time: timedelta) -> None:
    """Let the turn end so much later."""
    if game.deadline is None:
        return
    state, company = position_of(game.pk, game.version).state, company_of(game)
    game.deadline += time
    game.due_at = due_after(state, company, game.deadline, timezone.now())
    game.save(update_fields=["deadline", "due_at"])
    announce(game.room_id)


def taken(rows: QuerySet[Row]) -> QuerySet[Row]:
    """On PostgreSQL each taker gets other rows; SQLite has one writer at a time anyway."""
    if connection.features.has_select_for_update_skip_locked:
        return rows.select_for_update(skip_locked=True, of=("self",))
    return rows


def people_here(room: int | OuterRef, now: datetime) -> QuerySet[Member]:
    """The people who are in a room now."""
    people = Member.objects.filter(room=room, player__bot="", is_removed=False)
    return people.filter(seen_at__gte=now - PRESENT)


def _due(now: datetime) -> QuerySet[Game]:
    """Running games whose time has come; a game that all people have left waits for them."""
    here = people_here(OuterRef("room"), now)
    due = Game.objects.filter(status=Game.Status.RUNNING, due_at__lte=now)
    return due.filter(Q(clock=CORRESPONDENCE) | Exists(here)).order_by("due_at")


def _questions(game: Game, now: datetime) -> list[Question]:
    """For a seat that a bot plays for, else for one whose time is up."""
    position, company = position_of(game.pk, game.version), company_of(game)
    waiting = position.state.seats_to_act
    for seat in waiting:
        if seat in company.bots:
            return [_question(game, position, seat, company.bots[seat], BY_BOT)]
    if waiting and company.deadline is not None and company.deadline <= now:
        return [_question(game, position, waiting[0], game.room.level, BY_CLOCK)]
    return []


def _question(game: Game, position: Position, seat: int, level: str, by: str) -> Question:
    return Question(
        game_id=game.pk,
        version=position.version,
        level=level,
        by=by,
        lease=game.due_at or timezone.now(),
        view=observe(position.state, seat),
        story=position.story,
        seed=sha256(f"{game.seed}|{position.version}|{seat}".encode()).hexdigest(),
    )
