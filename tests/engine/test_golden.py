"""Recorded games of every edition: they replay today as they did when they were recorded."""

from hashlib import sha256

import pytest

from games.engine.cards import Card
from games.engine.observation import observe, to_json
from games.engine.record import Record, from_text, to_line
from tests.support.golden import FOLDER, LINES

OBSERVED = (FOLDER / "observations.txt").read_text().split()


def digest(record: Record) -> str:
    """Of what every seat and a spectator could see at every moment."""
    seen = sha256()
    for state in record.states:
        for seat in (*range(record.deal.seats), None):
            seen.update(to_json(observe(state, seat)).encode() + b"\n")
    return seen.hexdigest()


@pytest.mark.parametrize(("line", "observed"), list(zip(LINES, OBSERVED, strict=True)))
def test_a_recorded_game_replays_byte_for_byte(line, observed):
    record = from_text(line.encode())

    assert to_line(record) == line
    assert digest(record) == observed


def test_the_recorded_games_cover_every_edition_table_size_and_star():
    records = [from_text(line.encode()) for line in LINES]

    tables = {(record.deal.edition.id, record.deal.seats) for record in records}
    assert len(tables) == 15
    assert {card for record in records for card in record.deal.deck} == set(Card)
    assert any(not record.final.is_over for record in records)
