"""The recorded games of every edition, and everything that happened in them."""

from pathlib import Path

from games.engine.events import Event, events_of, opening_events
from games.engine.record import from_text

FOLDER = Path(__file__).parents[1] / "engine" / "records"
LINES = (FOLDER / "games.jsonl").read_text().splitlines()
RECORDS = [from_text(line.encode()) for line in LINES]
FINISHED = [record for record in RECORDS if record.final.is_over]


def story_of(record) -> list[Event]:
    """Everything that happened in a recorded game."""
    states = list(record.states)
    steps = zip(states, record.actions, states[1:], strict=False)
    told = [event for before, action, after in steps for event in events_of(before, action, after)]
    return [*opening_events(states[0]), *told]
