"""What happened in a game over days since its player last looked, in a few lines for that player.

The lines are those of the log, which everybody may read; outcomes are told, the newest last, and of
the running auction its lot and its highest bid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.events import (
    CameBack,
    Claimed,
    Disgraced,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Raised,
    Revealed,
    SatIn,
    SealedOpened,
    TimeIsUp,
    Unsold,
)
from games.engine.history import BY_PLAYER
from games.models import CORRESPONDENCE, Game, Seat
from games.play.position import StoredPosition, earlier_position
from games.screens.snapshot import Snapshot, Viewer
from games.screens.table_facts import Table
from games.text.events import Narrator

MOST_LINES = 5
TOLD = (
    *(Claimed, Disgraced, LuxuryLost, PaidToAvoid, SealedOpened, Unsold),
    *(CameBack, SatIn, TimeIsUp),
)


@dataclass(frozen=True, slots=True)
class SinceReport:
    """The newest lines, how many more there are, and the action after which they begin."""

    lines: tuple[str, ...]
    more: int
    version: int


def since_report(snapshot: Snapshot, viewer: Viewer) -> SinceReport | None:
    """The report; None if nothing happened, or the player has acted since they are back."""
    game, table, position = snapshot.game, snapshot.table, snapshot.position
    if game is None or table is None or position is None or viewer.seat is None:
        return None
    version = looked_version(game, viewer.seat)
    if version is None or version >= position.version:
        return None
    return _report(table, position, version, viewer.seat)


def looked_version(game: Game, number: int) -> int | None:
    """After how many actions the player last looked; None if they have acted since, or never left.

    Only in games over days: at other tables everybody is there.
    """
    if game.clock < CORRESPONDENCE or game.status != Game.Status.RUNNING:
        return None
    seat = Seat.objects.filter(game=game, number=number).first()
    if seat is None or seat.looked_version is None:
        return None
    own = game.log.filter(number__gte=seat.looked_version, seat=number, by=BY_PLAYER)
    return None if own.exists() else seat.looked_version


def _report(table: Table, position: StoredPosition, version: int, seat: int) -> SinceReport | None:
    before = earlier_position(position.game_id, version)
    narrator = Narrator(table.edition, table.names, seat)
    lines = tuple(narrator.tell(each) for each in _told(position.story, len(before.story)))
    if not lines:
        return None
    return SinceReport(lines[-MOST_LINES:], max(0, len(lines) - MOST_LINES), version)


def _told(story: Sequence[Event], since: int) -> list[Event]:
    """Outcomes, lot and highest bid of the running auction; where there are none, all of it."""
    opened = max(n for n, each in enumerate(story) if isinstance(each, Revealed))
    bids = [n for n, each in enumerate(story) if n > opened and isinstance(each, Raised)]
    told = [
        each
        for n, each in enumerate(story)
        if n >= since and (isinstance(each, TOLD) or n == opened or n in bids[-1:])
    ]
    return told or list(story[since:])
