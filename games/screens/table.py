"""The table of a room for one viewer: the shared parts and the viewer's own.

Here `engine.observation` decides what a viewer may know; what renders the parts never gets the
state.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from games.engine.auto_bids import in_force
from games.engine.events import Event
from games.engine.lot_outcome import has_outcome
from games.engine.money import TOTAL
from games.engine.observation import Observation, add_own, observe_in_public
from games.play.automation import automation_of
from games.play.position import StoredPosition
from games.screens import table_private, table_public
from games.screens.lot_moment import Sale, moment_part
from games.screens.notices import toast_html
from games.screens.rendering import Parts
from games.screens.snapshot import Snapshot, Viewer
from games.screens.stand_in_report import report_text
from games.screens.table_facts import SeatBadges, Table

WaitingFacts: TypeAlias = tuple[object, ...]


def table_parts(snapshot: Snapshot, viewer: Viewer) -> Parts:
    """Every part of the table for one viewer."""
    if snapshot.game is None or snapshot.table is None or snapshot.position is None:
        return {}
    position = snapshot.position
    automation = automation_of(snapshot.game)
    auto_bids = in_force(automation.auto_bids, position.state)
    now = replace(position, automation=replace(automation, auto_bids=auto_bids))
    table, last = snapshot.table, last_sale(position.story)
    shared = public_parts(table, now, snapshot.seat_badges, last)
    shared["moment"] = moment_part(_at_last_sale(table, position.story), position.story)
    return shared | copied_sale_parts(table, position.story) | own_parts(table, now, viewer)


def own_parts(
    table: Table, position: StoredPosition, viewer: Viewer, public: Observation | None = None
) -> Parts:
    """The parts that only this viewer sees; of the auto-bids, only their own.

    `public` is what everybody may know of the position, if it is at hand.
    """
    public = public or observe_in_public(position.state)
    seat, automation = viewer.seat, position.automation
    view = public if seat is None else add_own(public, position.state, seat)
    parts = table_private.private_parts(
        table,
        view,
        automation.auto_bids.get(seat) if seat is not None else None,
        has_clock=automation.deadline is not None,
    )
    report = report_text(table.edition, position, seat)
    return {**parts, "bot-report": toast_html("bot-report", report)}


def waiting_facts(position: StoredPosition, seat: int | None) -> WaitingFacts | None:
    """All that the own parts of a seat depend on while it waits; None if it is to act.

    A waiting seat's parts are rendered again only if these have changed: its cards, the lot,
    whether it is still in and has the highest bid, and its auto-bid. What a bot did for it can only
    change when the seat acts.
    """
    state = position.state
    if seat is None:
        return (state.is_over,)
    if state.is_over or seat in state.seats_to_act:
        return None
    me, is_in = state.players[seat], bool(state.active >> seat & 1)
    is_highest = bool(me.bid) and TOTAL[me.bid] == state.highest
    auto_bid = position.automation.auto_bids.get(seat)
    return (me, state.phase, state.revealed, is_in, is_highest, auto_bid)


def public_parts(
    table: Table,
    position: StoredPosition,
    seat_badges: SeatBadges,
    last: Sale | None = None,
    public: Observation | None = None,
) -> Parts:
    """The parts that are the same for everybody; `last` says where the last lot went.

    The part `moment` is among them if the last move has decided a lot. It says the same as `last`,
    so with a move only that is sent, and `static/js/moment.js` copies it.
    """
    view = public or observe_in_public(position.state)
    deadline = position.automation.deadline
    until = int(deadline.timestamp()) if deadline else 0
    parts = table_public.public_parts(table, view, position.version, last, seat_badges, until)
    if has_outcome(position.events):
        parts["moment"] = moment_part(table, position.story)
    return parts


def copied_sale_parts(table: Table, story: Sequence[Event]) -> Parts:
    """The last lot, told of those who played for it in the game that this one continues."""
    then = _at_last_sale(table, story)
    return {} if then is table else table_public.last_lot_parts(then, last_sale(story))


def _at_last_sale(table: Table, story: Sequence[Event]) -> Table:
    """The table with the names of those who sat at it when the last lot was sold."""
    sold = max((n for n, event in enumerate(story) if isinstance(event, Sale)), default=0)
    names = table.names_at_event(sold)
    return table if names == table.names or not sold else replace(table, names=names)


def last_sale(events: Sequence[Event]) -> Sale | None:
    """The newest event that says where a lot went; None if there is none."""
    sales = (event for event in reversed(events) if isinstance(event, Sale))
    return next(sales, None)
