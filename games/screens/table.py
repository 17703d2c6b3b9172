"""The table of a room for one viewer: the shared parts and the viewer's own.

Here `observe` decides what a viewer may know; what renders the parts never gets the state.
"""

from collections.abc import Sequence
from dataclasses import replace

from games.engine.auto_bids import in_force
from games.engine.events import Event
from games.engine.observation import observe
from games.play.automation import automation_of
from games.play.position import StoredPosition
from games.screens import table_private, table_public
from games.screens.rendering import Parts
from games.screens.snapshot import Snapshot, Viewer
from games.screens.table_facts import SeatBadges, Table
from games.screens.table_public import LOT_OUTCOMES


def table_parts(snapshot: Snapshot, viewer: Viewer) -> Parts:
    """Every part of the table for one viewer."""
    if snapshot.game is None or snapshot.table is None or snapshot.position is None:
        return {}
    position = snapshot.position
    automation = automation_of(snapshot.game)
    auto_bids = in_force(automation.auto_bids, position.state)
    now = replace(position, automation=replace(automation, auto_bids=auto_bids))
    shared = public_parts(snapshot.table, now, snapshot.seat_badges, last_sale(position.story))
    return shared | own_parts(snapshot.table, now, viewer)


def own_parts(table: Table, position: StoredPosition, viewer: Viewer) -> Parts:
    """The parts that only this viewer sees; of the auto-bids, only their own."""
    view, automation = observe(position.state, viewer.seat), position.automation
    return table_private.private_parts(
        table,
        view,
        automation.auto_bids.get(viewer.seat) if viewer.seat is not None else None,
        has_hints=viewer.has_hints,
        has_clock=automation.deadline is not None,
    )


def public_parts(
    table: Table, position: StoredPosition, seat_badges: SeatBadges, last: Sequence[Event] = ()
) -> Parts:
    """The parts that are the same for everybody; `last` replaces the position's events."""
    view, deadline = observe(position.state, None), position.automation.deadline
    until = int(deadline.timestamp()) if deadline else 0
    events = last or position.events
    return table_public.public_parts(table, view, position.version, events, seat_badges, until)


def last_sale(events: Sequence[Event]) -> tuple[Event, ...]:
    """The newest event that says where a lot went, in a tuple; empty if there is none."""
    outcomes = [event for event in events if isinstance(event, LOT_OUTCOMES)]
    return tuple(outcomes[-1:])
