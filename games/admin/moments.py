"""A game's page in the admin: the table at a moment, who did what, and what else was legal.

Of a running game it shows what every viewer of the table sees, and hands and auto-bids only after
the access was logged. The deck and the seed of a running game are never shown.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.archive.verifying import checks_of
from games.engine.auto_bids import in_force
from games.engine.legal import legal_actions
from games.engine.observation import as_dict, observe
from games.engine.wire import action_dict
from games.models import Device, Game, LoggedAction
from games.play.automation import automation_of
from games.play.daily_secrecy import is_secret
from games.play.log import line_of
from games.replays.replay import Replay, loaded, moments_of, table_context
from games.text.errors import UnreadableGame
from games.text.numbers import whole_number

MOST_ALTERNATIVES = 40
OPEN_ACTORS = frozenset({"bot", "stand-in", "clock", "record"})
ACTORS = {
    "": gettext_lazy("the player"),
    "order": gettext_lazy("an auto-bid"),
    "bot": gettext_lazy("a bot"),
    "stand-in": gettext_lazy("a stand-in"),
    "clock": gettext_lazy("a bot: time was up"),
    "program": gettext_lazy("the player’s bot (API)"),
    "record": gettext_lazy("imported"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One action: what it did, whose hand it was, and the stored row where that may be seen."""

    number: int
    ply: int
    at: Any
    name: str
    sentence: str
    actor: str
    device: str
    raw: str
    is_here: bool


def ticks_of(game: Game) -> list[tuple[str, list[str]]]:
    """Three checks by name with their faults; of a hidden game no more than that there are any."""
    checks = checks_of(game)
    if game.status == Game.Status.RUNNING or is_secret(game):
        checks = checks._replace(replay=[_("the log does not replay.")] if checks.replay else [])
    return [
        (_("Chain of hashes"), checks.log),
        (_("Shuffle matches its commitment"), checks.shuffle),
        (_("Replayed by the engine"), checks.replay),
    ]


def moment_context(game: Game, ply_text: str, is_open: bool) -> dict[str, Any]:
    """All that the page shows of the game itself."""
    try:
        replay = loaded(game)
    except UnreadableGame:
        return {"is_readable": False}
    ply = _ply(replay, ply_text)
    moments = moments_of(replay)
    return table_context(replay, ply, "open" if is_open else "table") | {
        "is_readable": True,
        "is_open": is_open,
        "ply": ply,
        "last": replay.last,
        "before": max(ply - 1, 0),
        "after": min(ply + 1, replay.last),
        "sentence": moments[ply].sentence,
        "edition": replay.table.edition.id,
        "lines": list(_lines(replay, [moment.sentence for moment in moments], ply, is_open)),
        "alternatives": _alternatives(replay, ply) if is_open else [],
        "auto_bids": _auto_bids(replay) if is_open and ply == replay.last else [],
        "observations": _observations(replay, ply, is_open),
    }


def _ply(replay: Replay, text: str) -> int:
    """The moment an address names, the last one where it names none of this game."""
    ply = whole_number(text)
    return replay.last if ply is None else min(ply, replay.last)


def _lines(replay: Replay, told: list[str], ply: int, is_open: bool) -> Iterator[Line]:
    seats = {seat.number: seat for seat in replay.game.seats.all()}
    devices = _devices(replay.game)
    for line in replay.game.log.all():
        seat = seats.get(line.seat)
        yield Line(
            number=line.number,
            ply=line.number + 1,
            at=line.at,
            name=seat.name if seat else f"{line.seat}?",
            sentence=told[line.number + 1],
            actor=_actor(line.by, is_open),
            device=_device(devices, seat.player_id if seat else None, line.device)
            if is_open
            else "",
            raw=raw_line(line) if is_open else "",
            is_here=line.number + 1 == ply,
        )


def _actor(by: str, is_open: bool) -> str:
    """Who acted; that an auto-bid did is hidden while the game runs."""
    told = by if is_open or by in OPEN_ACTORS else ""
    return str(ACTORS.get(told, told))


def _devices(game: Game) -> dict[tuple[int, int], Device]:
    players = [seat.player_id for seat in game.seats.all() if seat.player_id]
    found = Device.objects.filter(player__in=players)
    return {(device.player_id, device.number): device for device in found}


def _device(
    devices: Mapping[tuple[int, int], Device], player: int | None, number: int | None
) -> str:
    if number is None:
        return ""
    device = devices.get((player or 0, number))
    return f"{number} ({device.agent})" if device is not None and device.agent else str(number)


def raw_line(line: LoggedAction) -> str:
    """The stored row as JSON."""
    return json.dumps(line_of(line).as_dict(), indent=2)


def _alternatives(replay: Replay, ply: int) -> list[dict[str, Any]]:
    """For every seat the table waited for: what was legal, and what it did, if that comes next."""
    state, actions = replay.record.states[ply], replay.record.actions
    return [
        {
            "name": replay.table.names[seat],
            "count": len(legal := legal_actions(state, seat)),
            "shown": [json.dumps(action_dict(action)) for action in legal[:MOST_ALTERNATIVES]],
            "more": max(0, len(legal) - MOST_ALTERNATIVES),
            "chosen": json.dumps(action_dict(actions[ply]))
            if ply < len(actions) and actions[ply].seat == seat
            else "",
        }
        for seat in state.seats_to_act
    ]


def _auto_bids(replay: Replay) -> list[tuple[str, int]]:
    """Who has given an auto-bid, and up to how much; 0 is to pass."""
    in_force_now = in_force(automation_of(replay.game).auto_bids, replay.record.final)
    return [(replay.table.names[seat], auto_bid.limit) for seat, auto_bid in in_force_now.items()]


def _observations(replay: Replay, ply: int, is_open: bool) -> list[tuple[str, str]]:
    """What could be known at this moment, as JSON: by everybody, and by each seat if open."""
    state = replay.record.states[ply]
    viewers: list[tuple[str, int | None]] = [(_("Everyone"), None)]
    if is_open:
        viewers += [(replay.table.names[seat], seat) for seat in replay.seats]
    return [(name, json.dumps(as_dict(observe(state, seat)), indent=1)) for name, seat in viewers]
