"""Moves: one action appended to the log of a running game, alone or together with other games'.

How it works
------------
A move names the version it answers. It is written by two statements: `advance` takes its game from
that version to the next, `append` inserts the line. Everything that follows from the move
(automation, deadline, the end of the game) is stored in the same transaction; what it makes known
(the memory of positions, announcements, metrics) happens after the commit.

What may happen at the same time: any number of threads and processes play moves in the same game.
`advance` changes the row only if it is at the version before and running, and locks it until the
transaction ends; whoever comes second changes no row and gets TableMovedOn. The unique constraint
on (game, number) of the log is the last guard: IntegrityError becomes TableMovedOn.

One exception: in a sealed round players act in any order. A face-down card that was chosen at an
earlier version of the same round is still good, so `_play` tries again at the newer version, at
most once for each seat.

A bot's answer also names the lease under which it was asked (see `clock`): if the player came back,
bought time, or the lease was given to another process, `advance` changes nothing.

Lock order, in all of the code: person, matching desk, rooms in the order of their ids, game, seats.
A move locks nothing but the game (and writes its seats at the end of the game), so it waits for
nobody who waits for it. `play_many` locks games in the order of the moves it is given; `batching`
sorts them by id.

What a crash leaves behind: before the commit nothing; after it the whole move, which the player's
page finds when it comes back. An announcement that was lost is found by the hub of each process at
its next look at the database. A listener that fails is logged: the move is stored all the same, and
its player is told so.

`play_many` plays moves of different games in one transaction, with one statement for all rows of
games and one for all lines. A move that is refused (RuleViolation, Refused) is left out before
anything is written. One whose game is no longer where it was is played again on its own, after the
commit of the others. Any other error rolls all of them back, and each is played on its own, so that
no move can harm another.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from games.engine.actions import Action, Commit
from games.engine.auto_bids import AutoBids, auto_bids_from, in_force
from games.engine.history import BY_AUTO_BID, BY_BOT, BY_CLOCK, BY_PLAYER, BY_STAND_IN, Entry
from games.engine.rules import apply
from games.engine.state import GameState, Phase
from games.engine.violations import RuleViolation
from games.models import MOST_SEATS, Game
from games.play.announcements import tell_move
from games.play.automation import Automation, bots_from
from games.play.finishing import finish
from games.play.log import Advanced, LogLine, advance, append, line_after
from games.play.position import StoredPosition, position_of, remember
from games.play.rows import check_running, store_automation
from games.process import metrics
from games.text.errors import Refused, TableMovedOn

AUTOMATIC = frozenset({BY_AUTO_BID, BY_BOT, BY_CLOCK})
log = logging.getLogger(__name__)


class Move(NamedTuple):
    """An action, and the version of the game it answers; `device` is where a person made it."""

    game_id: int
    version: int
    action: Action
    by: str = BY_PLAYER
    lease: str = ""
    device: int | None = None


class _Ready(NamedTuple):
    """A move that the rules allow, the position it answers, and the state it leads to."""

    move: Move
    before: StoredPosition
    state: GameState


def play(move: Move) -> StoredPosition:
    """Append the move to the log; the position it leads to.

    Raises RuleViolation, TableMovedOn or NoGameIsRunning.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            return _play(cursor, move)
    except IntegrityError:
        raise TableMovedOn from None


def play_many(moves: Sequence[Move]) -> list[StoredPosition | Exception]:
    """Play one move each of several games with one commit; for each what `play` gives or raises.

    Raises OperationalError if the database does not answer.
    """
    outcomes: dict[int, StoredPosition | Exception] = {}
    try:
        ready = _ready_among(moves, outcomes)
        with transaction.atomic(), connection.cursor() as cursor:
            written = [
                _write(cursor, list(group))
                for _lease, group in groupby(ready, key=lambda each: each.move.lease)
            ]
        outcomes |= {game_id: each for games in written for game_id, each in games.items()}
    except OperationalError:
        raise
    except Exception:
        log.exception("Moves could not be written together.")
    return [outcomes.get(move.game_id) or _outcome_alone(move) for move in moves]


def _ready_among(
    moves: Sequence[Move], outcomes: dict[int, StoredPosition | Exception]
) -> list[_Ready]:
    """The moves that the rules allow; why the others are refused is put into `outcomes`."""
    ready = []
    for move in moves:
        try:
            ready.append(_ready(move))
        except (RuleViolation, Refused) as refusal:
            outcomes[move.game_id] = refusal
    return ready


def _outcome_alone(move: Move) -> StoredPosition | Exception:
    try:
        return play(move)
    except Exception as error:
        return error


def _play(cursor: CursorWrapper, move: Move) -> StoredPosition:
    for _ in range(MOST_SEATS):
        ready = _ready(move)
        if position := _write(cursor, [ready]).get(move.game_id):
            return position
        if move.lease:
            break
        check_running(move.game_id)  # somebody was faster; a face-down card may still be good
        position_of(move.game_id, ready.before.version + 1)
    raise TableMovedOn


def _ready(move: Move) -> _Ready:
    """The move with what it leads to; raises RuleViolation or TableMovedOn."""
    before = position_of(move.game_id, move.version)
    if not _answers(before, move):
        raise TableMovedOn
    return _Ready(move, before, apply(before.state, move.action))


def _answers(position: StoredPosition, move: Move) -> bool:
    """Whether the move is about this position; face-down cards of one round do not interfere."""
    lag = position.face_down_cards if isinstance(move.action, Commit) else 0
    return position.version - lag <= move.version <= position.version


def _write(cursor: CursorWrapper, ready: Sequence[_Ready]) -> dict[int, StoredPosition]:
    """Write moves and all that follows; no position for a game that is no longer where it was.

    They are under the same lease, or under none: `advance` asks for one lease at a time.
    """
    now, lease = timezone.now(), ready[0].move.lease if ready else ""
    versions = {each.before.game_id: each.before.version for each in ready}
    rows = advance(cursor, versions, now, lease)
    written, lines = {}, []
    for each in ready:
        game_id = each.before.game_id
        if game_id not in rows:
            continue
        position, line = _advanced(each, rows[game_id], now)
        lines.append((game_id, line))
        written[game_id] = position
        # `transaction.on_commit` looks for the connection, which takes as long as a statement.
        cursor.db.on_commit(partial(_committed, position, line.by))
    append(cursor, lines)
    for game_id, position in written.items():
        if position.state.is_over:
            finish(game_id, position.state, now)
    return written


def _advanced(ready: _Ready, row: Advanced, now: datetime) -> tuple[StoredPosition, LogLine]:
    """The position after a move with the automation that is stored for it, and its line."""
    move, before, state = ready
    by = _actor(move, row.bots)
    line = line_after(before.hash, before.version, move.action, now, by, move.device)
    position = before.after(Entry(move.action, by), line.hash, state)
    return _with_automation(position, move, row, now), line


def _committed(position: StoredPosition, by: str) -> None:
    remember(position)
    metrics.moved(by)
    tell_move(position)


def _actor(move: Move, bots: str) -> str:
    """Who acted: what acts for a seat with a stand-in is the stand-in."""
    if not bots or move.by not in AUTOMATIC:
        return move.by
    stand_ins = Automation(bots=bots_from(bots)).stand_ins
    return BY_STAND_IN if move.action.seat in stand_ins else move.by


def _with_automation(
    position: StoredPosition, move: Move, row: Advanced, now: datetime
) -> StoredPosition:
    """The position with its automation, stored as it is from now on; most games have none."""
    if not (row.auto_bids or row.bots or row.clock):
        return position
    auto_bids = _remaining(auto_bids_from(row.auto_bids), position.state, move)
    deadline = _sealed_deadline(position)
    weekends_off = bool(row.weekends_off)
    automation = Automation(auto_bids, bots_from(row.bots), row.clock, deadline, weekends_off)
    return store_automation(position, automation, now)


def _remaining(auto_bids: AutoBids, state: GameState, move: Move) -> AutoBids:
    """The auto-bids that are in force after the move; acting by hand ends one's own."""
    kept = in_force(auto_bids, state)
    acted = None if move.by == BY_AUTO_BID else move.action.seat
    return {seat: auto_bid for seat, auto_bid in kept.items() if seat != acted}


def _sealed_deadline(position: StoredPosition) -> datetime | None:
    """In a sealed round others may have acted in between: the deadline that runs stays."""
    if position.state.phase is not Phase.SEALED or not position.face_down_cards:
        return None
    return Game.objects.values_list("deadline", flat=True).get(pk=position.game_id)
