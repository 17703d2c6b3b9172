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

from games.engine.actions import Action, Commit
from games.engine.events import Event, events_of, opening_events
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import GameState, Phase
from games.engine.violations import RuleViolation
from games.engine.wire import action_dict, action_from, result_dict
from games.models import MOST_SEATS, Game
from games.orders import Orders, ordered_action, orders_from, orders_text, standing
from games.refusals import NoGameIsRunning, Refused, TableMovedOn
from games.selectors import deal_of
from games.services.announcing import announce_move

MOST_POSITIONS = 2_000
log = logging.getLogger(__name__)

# The two statements of every move, by hand: the ORM took longer to build them than to run them.
# Whoever comes second finds no row at the version before.
ADVANCE = """UPDATE games_game SET version = %s
    WHERE id = %s AND version = %s AND status = 'running' RETURNING orders"""
APPEND = """INSERT INTO games_loggedaction (game_id, number, seat, payload, at, hash)
    VALUES (%s, %s, %s, %s, %s, %s)"""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands: its state, how many actions led there, what happened on the way.

    `story` is everything until now, `events` what the last action brought about. `orders` are the
    sealed ones that stood when it was written; a position from the log knows none.
    """

    game_id: int
    room_id: int
    version: int
    state: GameState
    hash: str
    events: tuple[Event, ...]
    story: tuple[Event, ...]
    orders: Orders = field(default_factory=dict, compare=False)

    def after(self, action: Action, state: GameState, hash: str) -> "Position":
        """The position that `action` leads to."""
        events = events_of(self.state, action, state)
        ids = (self.game_id, self.room_id, self.version + 1)
        return Position(*ids, state, hash, events, self.story + events)

    @property
    def commitments(self) -> int:
        """How many cards lie face down in a sealed round."""
        if self.state.phase is not Phase.SEALED:
            return 0
        return sum(1 for player in self.state.players if player.bid)


_positions: OrderedDict[int, Position] = OrderedDict()
_writing = Lock()


def position_of(game_id: int, version: int) -> Position:
    """The position at `version` or later, from memory where it is there, else from the log."""
    known = _positions.get(game_id)
    if known is not None and known.version >= version:
        return known
    return _remember(_fold(Game.objects.get(pk=game_id), known))


class Move(NamedTuple):
    """An action, and the version of the game it answers."""

    game_id: int
    version: int
    action: Action


def play(game_id: int, version: int, action: Action) -> Position:
    """Append `action` to the log, or raise RuleViolation, TableMovedOn or NoGameIsRunning."""
    try:
        with transaction.atomic():
            return _play(Move(game_id, version, action))
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
        return [_outcome(lambda move: play(*move), move, (Exception,)) for move in moves]


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
        if position := _append(before, move.action):
            return follow_orders(position)
        _check_running(move.game_id)  # somebody was faster; a sealed bid may still be good
        position_of(move.game_id, before.version + 1)
    raise TableMovedOn


def _answers(position: Position, version: int, action: Action) -> bool:
    """Whether a move made at `version` is still about this position: sealed bids do not cross."""
    lag = position.commitments if isinstance(action, Commit) else 0
    return position.version - lag <= version <= position.version


def follow_orders(position: Position) -> Position:
    """Play what sealed orders say, in the same transaction, until it is a turn without one."""
    while action := ordered_action(position.orders, position.state):
        followed = _append(position, action)
        if followed is None:
            raise TableMovedOn
        position = followed
    return position


def _append(before: Position, action: Action) -> Position | None:
    """The position once it is written, or None if the game is no longer where it was."""
    after = apply(before.state, action)
    payload = json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))
    seat, now = action.seat, timezone.now()
    hash = chained(before.hash, before.version, seat, payload, now)
    position = before.after(action, after, hash)
    at = connection.ops.adapt_datetimefield_value(now)
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.execute(ADVANCE, (position.version, before.game_id, before.version))
        rows = cursor.fetchall()
        if not rows:
            return None
        cursor.execute(APPEND, (before.game_id, before.version, seat, payload, at, hash))
        position = _with_orders(position, rows[0][0])
        if after.is_over:
            _finish(before.game_id, after, now)
        transaction.on_commit(partial(_remember, position))
        announce_move(position)
    return position


def _with_orders(position: Position, stored: str) -> Position:
    """The position with the orders that still stand; the others are forgotten."""
    if not stored:
        return position
    orders = standing(orders_from(stored), position.state)
    if orders_text(orders) != stored:
        Game.objects.filter(pk=position.game_id).update(orders=orders_text(orders))
    return replace(position, orders=orders)


def _check_running(game_id: int) -> None:
    if not Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).exists():
        raise NoGameIsRunning


def _finish(game_id: int, after: GameState, now: datetime) -> None:
    Game.objects.filter(pk=game_id).update(
        status=Game.Status.FINISHED, result=result_dict(result_of(after)), finished_at=now
    )


def chained(previous: str, number: int, seat: int, payload: str, at: datetime) -> str:
    """The hash of a line of the log: it covers every column and the line before."""
    line = f"{previous}|{number}|{seat}|{at.isoformat()}|{payload}"
    return sha256(line.encode()).hexdigest()


def _fold(game: Game, known: Position | None) -> Position:
    """The newest position: what is known, and every line of the log after it."""
    position = known or _opening(game)
    for line in game.log.filter(number__gte=position.version):
        action = action_from(json.loads(line.payload))
        position = position.after(action, apply(position.state, action), line.hash)
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
