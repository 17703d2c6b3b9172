"""What was sent and shown, compared with what is stored."""

import json
from collections.abc import Iterable
from typing import Any

import psycopg

from script.tools.load.long_table import LongTable, facts

STORED = """SELECT game.id, line.payload FROM games_game AS game
    JOIN games_room AS room ON room.id = game.room_id
    LEFT JOIN games_loggedaction AS line ON line.game_id = game.id
    WHERE room.invite = ? ORDER BY game.id, line.number"""
Games = list[list[dict[str, Any]]]


def games_of(rows: Iterable[Any]) -> Games:
    """The moves of each game, from rows of the question above."""
    games: dict[int, list[dict[str, Any]]] = {}
    for game, payload in rows:
        games.setdefault(game, []).extend([facts(json.loads(payload))] if payload else [])
    return list(games.values())


def stored_at(database: str, table: LongTable) -> Games:
    """The moves of every game of the table's room, on PostgreSQL."""
    with psycopg.connect(database) as connection:
        return games_of(connection.execute(STORED.replace("?", "%s"), [table.invite]))


def all_differences(tables: Iterable[LongTable], database: str) -> list[str]:
    """The differences at all these tables, on PostgreSQL."""
    return [fault for table in tables for fault in differences(table, stored_at(database, table))]


def differences(table: LongTable, games: Games) -> list[str]:
    """Where what is stored is not what was sent, as far as anybody was shown, and one move more."""
    faults: list[str] = []
    if len(games) == len(table.sent) + 1 and not games[-1]:
        table.sent.append({})  # dealt, and nobody heard of it
    for number, (game, sent) in enumerate(zip(games, table.sent, strict=True)):
        for version, move in enumerate(game):
            if sent.get(version) != move:
                faults.append(f"game {number}, move {version}: {sent.get(version)}, {move}")
    if len(games[-1]) < table.acknowledged:
        faults.append(f"{table.acknowledged} moves were shown, {len(games[-1])} stored")
    return [f"room {table.invite}: {fault}" for fault in faults]
