"""The parts of a room's table for one viewer."""

from collections.abc import Sequence
from dataclasses import replace

from games import presentation
from games.company import company_of
from games.engine.events import Event
from games.engine.observation import observe
from games.orders import standing
from games.presentation import SALES, Aside, Parts, Table
from games.screens.scenes import Scene, Viewer
from games.services.table import Position

Sale = Sequence[Event]


def table_parts(scene: Scene, viewer: Viewer) -> Parts:
    """Every part of the table for one viewer."""
    if scene.game is None or scene.table is None or scene.position is None:
        return {}
    position = scene.position
    company = company_of(scene.game)
    orders = standing(company.orders, position.state)
    now = replace(position, company=replace(company, orders=orders))
    shared = public_parts(scene.table, now, scene.aside, last_sale(position.story))
    return shared | own_parts(scene.table, now, viewer)


def own_parts(table: Table, position: Position, viewer: Viewer) -> Parts:
    """The parts that only this viewer sees; of the sealed orders they see their own."""
    view, company = observe(position.state, viewer.seat), position.company
    return presentation.private_parts(
        table,
        view,
        company.orders.get(viewer.seat) if viewer.seat is not None else None,
        has_hints=viewer.has_hints,
        has_clock=company.deadline is not None,
    )


def public_parts(table: Table, position: Position, aside: Aside, last: Sale = ()) -> Parts:
    """The parts that everybody sees alike."""
    view, deadline = observe(position.state, None), position.company.deadline
    until = int(deadline.timestamp()) if deadline else 0
    events = last or position.events
    return presentation.public_parts(table, view, position.version, events, aside, until)


def last_sale(events: Sequence[Event]) -> Sale:
    """The newest event that tells where a lot went."""
    sales = [event for event in events if isinstance(event, SALES)]
    return (sales[-1],) if sales else ()
