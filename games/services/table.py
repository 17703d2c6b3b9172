"""The table: one version at a time; the log is the truth, and a memory saves folding it."""

import json
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from games.company import Company, bots_from, bots_text, deadline_of, due_after
from games.engine.actions import Action, Commit
from games.engine.events import CameBack, Event, SatIn, TimeIsUp, events_of, opening_events
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import GameState, Phase
from games.engine.violations import RuleViolation
from games.engine.wire import action_dict, action_from, result_dict
from games.models import MOST_SEATS, Game
from games.orders import ordered_action, orders_from, orders_text, standing
from games.refusals import NoGameIsRunning, Refused, TableMovedOn
from games.selectors import deal_of
from games.services.announcing import announce_move
from games.services.settling import settle

MOST_POSITIONS = 2_000
BY_ORDER, BY_BOT, BY_STAND_IN, BY_CLOCK = "order", "bot", "stand-in", "clock"
BY_PROGRAM = "program"
HOUSE = frozenset({BY_ORDER, BY_BOT, BY_CLOCK})
log = logging.getLogger(__name__)

# The two statements of every move, by hand: the ORM took longer to build them than to run them.
# Whoever comes second finds no row at the version before.
ADVANCE = """UPDATE games_game SET version = %s
    WHERE id = %s AND version = %s AND status = 'running' RETURNING orders, bots, clock"""
# A bot answers for a seat only as long as the lease it was asked under holds.
ADVANCE_UNDER_LEASE = ADVANCE.replace("RETURNING", "AND due_at = %s RETURNING")
APPEND = """INSERT INTO games_loggedaction (game_id, number, seat, payload, "by", device, at, hash)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: its state, how many actions led there, what happened on the way.

    `story` is everything until now, `events` what the last action brought about, `stand_ins` the
    seats of which was told that a bot sits in. `company` is what the house did for the table when
    it was written; a position from the log knows nothing of it.
    """

    game_id: int
    room_id: int
    version: int
    state: GameState
    hash: str
    events: tuple[Event, ...]
    story: tuple[Event, ...]
    stand_ins: frozenset[int] = frozenset()
    company: Company = field(default_factory=Company, compare=False)

    def after(self, action: Action, state: GameState, hash: str, by: str = "") -> "Position":
        """The position that `action` leads to; `by` is who acted in the player's place, if any."""
        seat = action.seat
        events = (*self._told_before(seat, by), *events_of(self.state, action, state))
        stand_ins = self.stand_ins
        if by != BY_CLOCK:
            stand_ins = stand_ins | {seat} if by == BY_STAND_IN else stand_ins - {seat}
        ids = (self.game_id, self.room_id, self.version + 1)
        return Position(*ids, state, hash, events, self.story + events, stand_ins)

    def _told_before(self, seat: int, by: str) -> tuple[Event, ...]:
        """Who acts, where that is news; a sealed order is secret and told like a player's move."""
        if by == BY_CLOCK:
            return (TimeIsUp(seat),)
        if by == BY_STAND_IN:
            return () if seat in self.stand_ins else (SatIn(seat),)
        return (CameBack(seat),) if seat in self.stand_ins else ()

    @property
    def commitments(self) -> int:
        """How many cards lie face down in a sealed round."""
        if self.state.phase is not Phase.SEALED:
            return 0
        return sum(1 for player in self.state.players if player.bid)


_positions: OrderedDict[int, Position] = OrderedDict()
_writing = Lock()


def folded(game: Game) -> Position:
    """The position from the log alone: of a game that may not be committed, nothing is kept."""
    return _fold(game, None)


def position_of(game_id: int, version: int) -> Position:
    """The position at `version` or later, from memory where it is there, else from the log."""
    known = _positions.get(game_id)
    if known is not None and known.version >= version:
        return known
    return _remember(_fold(Game.objects.get(pk=game_id), known))


class Move(NamedTuple):
    """An action, and the version of the game it answers; `device` is where a person made it."""

    game_id: int
    version: int
    action: Action
    by: str = ""
    lease: datetime | None = None
    device: int | None = None


def play(game_id: int, version: int, action: Action, device: int | None = None) -> Position:
    """Append `action` to the log, or raise RuleViolation, TableMovedOn or NoGameIsRunning."""
    return play_move(Move(game_id, version, action, device=device))


def play_move(move: Move) -> Position:
    """The same for a move that may be somebody else's than the player's."""
    try:
        with transaction.atomic():
            return _play(move)
    except IntegrityError:
        raise TableMovedOn from None


def play_together(moves: Sequence[Move]) -> list[Position | Exception]:
    """Play one move each of several games with one commit; what `play` gives or raises for each.

    Where that fails each is played for itself, so that no move can harm another; only a database
    that does not answer is asked no further.
    """
    try:
        with transaction.atomic():
            return [_outcome(_play, move, (RuleViolation, Refused)) for move in moves]
    except OperationalError:
        raise
    except Exception:
        log.exception("Moves could not be written together.")
        return [_outcome(play_move, move, (Exception,)) for move in moves]


def _outcome(
    play_one: Callable[[Move], Position], move: Move, refusals: tuple[type[Exception], ...]
) -> Position | Exception:
    try:
        return play_one(move)
    except refusals as refusal:
        return refusal


def _play(move: Move) -> Position:
    for _ in range(MOST_SEATS):
        before = position_of(move.game_id, move.version)
        if not _answers(before, move.version, move.action):
            break
        if position := _append(before, move.action, move.by, move.lease, move.device):
            return follow_orders(position)
        if move.lease:
            break
        _check_running(move.game_id)  # somebody was faster; a sealed bid may still be good
        position_of(move.game_id, before.version + 1)
    raise TableMovedOn


def _answers(position: Position, version: int, action: Action) -> bool:
    """Whether a move made at `version` is still about this position: sealed bids do not cross."""
    lag = position.commitments if isinstance(action, Commit) else 0
    return position.version - lag <= version <= position.version


def follow_orders(position: Position) -> Position:
    """Play what sealed orders say, in the same transaction, until it is a turn without one."""
    while action := ordered_action(position.company.orders, position.state):
        followed = _append(position, action, BY_ORDER)
        if followed is None:
            raise TableMovedOn
        position = followed
    return position


def _append(
    before: Position,
    action: Action,
    by: str,
    lease: datetime | None = None,
    device: int | None = None,
) -> Position | None:
    """The position once it is written, or None if the game is no longer where it was."""
    after = apply(before.state, action)
    payload = json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))
    seat, now = action.seat, timezone.now()
    at = _stored(now)
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        statement, facts = _advance(before, lease)
        cursor.execute(statement, facts)
        row = next(iter(cursor.fetchall()), None)
        if row is None:
            return None
        orders, bots, clock = row
        if by in HOUSE and bots and seat in Company(bots=bots_from(bots)).stand_ins:
            by = BY_STAND_IN
        hash = chained(before.hash, before.version, seat, payload, now, by, device)
        position = before.after(action, after, hash, by)
        line = (before.game_id, before.version, seat, payload, by, device, at, hash)
        cursor.execute(APPEND, line)
        position = _accompanied(position, orders, bots, clock, now)
        if after.is_over:
            _finish(before.game_id, after, now)
        transaction.on_commit(partial(_remember, position))
        announce_move(position)
    return position


def _stored(moment: datetime) -> str:
    """A moment as the database takes it in a statement written by hand."""
    return str(connection.ops.adapt_datetimefield_value(moment))


def _advance(before: Position, lease: datetime | None) -> tuple[str, tuple[str | int, ...]]:
    facts = (before.version + 1, before.game_id, before.version)
    if lease is None:
        return ADVANCE, facts
    return ADVANCE_UNDER_LEASE, (*facts, _stored(lease))


def _accompanied(position: Position, orders: str, bots: str, clock: int, now: datetime) -> Position:
    """The position with what the house does for its table, stored as it is from now on."""
    if not (orders or bots or clock):
        return position
    given = standing(orders_from(orders), position.state)
    return arrange(
        position, Company(given, bots_from(bots), clock, _sealed_deadline(position)), now
    )


def _sealed_deadline(position: Position) -> datetime | None:
    """In a sealed round others may have acted in between: the time that runs goes on running."""
    if position.state.phase is not Phase.SEALED or not position.commitments:
        return None
    return Game.objects.values_list("deadline", flat=True).get(pk=position.game_id)


def arrange(position: Position, company: Company, now: datetime) -> Position:
    """Store what the house does for a table, and when somebody has to look at it again."""
    deadline = deadline_of(position.state, company, now)
    Game.objects.filter(pk=position.game_id).update(
        orders=orders_text(company.orders),
        bots=bots_text(company.bots),
        deadline=deadline,
        due_at=due_after(position.state, company, deadline, now),
    )
    return replace(position, company=replace(company, deadline=deadline))


def locked(game_id: int) -> Game:
    """The running game, locked against other writers until the transaction ends."""
    running = Game.objects.select_for_update().filter(status=Game.Status.RUNNING)
    game = running.filter(pk=game_id).first()
    if game is None:
        raise NoGameIsRunning
    return game


def _check_running(game_id: int) -> None:
    if not Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).exists():
        raise NoGameIsRunning


def _finish(game_id: int, after: GameState, now: datetime) -> None:
    result = result_dict(result_of(after))
    Game.objects.filter(pk=game_id).update(
        status=Game.Status.FINISHED, result=result, finished_at=now
    )
    settle(game_id, result)


def chained(
    previous: str,
    number: int,
    seat: int,
    payload: str,
    at: datetime,
    by: str = "",
    device: int | None = None,
) -> str:
    """The hash of a line of the log: it covers every column and the line before."""
    line = f"{previous}|{number}|{seat}|{at.isoformat()}|{payload}{by and f'|{by}'}"
    if device is not None:
        line += f"|device {device}"
    return sha256(line.encode()).hexdigest()


def _fold(game: Game, known: Position | None) -> Position:
    """The newest position: what is known, and every line of the log after it."""
    position = known or _opening(game)
    for line in game.log.filter(number__gte=position.version):
        action = action_from(json.loads(line.payload))
        after = apply(position.state, action)
        position = position.after(action, after, line.hash, line.by)
    return position


def _opening(game: Game) -> Position:
    state = start(deal_of(game, game.seats.count()))
    events = opening_events(state)
    return Position(game.pk, game.room_id, 0, state, game.commitment, events, events)


def _remember(position: Position) -> Position:
    """Keep `position` unless a newer one is known."""
    with _writing:
        known = _positions.get(position.game_id)
        if known is None or known.version < position.version:
            _positions[position.game_id] = position
            _positions.move_to_end(position.game_id)
        while len(_positions) > MOST_POSITIONS:
            _positions.popitem(last=False)
    return position


def forget_positions() -> None:
    """Empty the memory; everything comes back from the log."""
    _positions.clear()
