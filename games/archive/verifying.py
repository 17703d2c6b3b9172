"""Is what is stored what was played? The log replayed, its hashes, the shuffle and the result."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from multiprocessing import Pool
from typing import NamedTuple

from django.db import connections
from django.db.models import QuerySet

from games.archive.stored_games import CHUNK, chunks_of, with_logs
from games.bots.match import ignore_interrupts
from games.engine.dealing import verify
from games.engine.standings import standings
from games.models import Game
from games.play.log import line_of
from games.play.stored_records import record_of, seed_of
from games.text.errors import UnreadableGame


class Checks(NamedTuple):
    """What each of three checks found, a sentence for a fault; a sound game has none."""

    log: list[str]
    shuffle: list[str]
    replay: list[str]


def checks_of(game: Game) -> Checks:
    """The chain of hashes, the shuffle that was committed to, and the engine's replay."""
    return Checks(_log_faults(game), _shuffle_faults(game), _replay_faults(game))


def faults_of(game: Game) -> list[str]:
    """What is wrong with a stored game, a sentence each; nothing for a sound one."""
    return [fault for faults in checks_of(game) for fault in faults]


class Verdict(NamedTuple):
    """How many games were looked at, and what is wrong with which."""

    games: int
    faults: dict[str, list[str]]


def verdict_on(numbers: Sequence[int]) -> Verdict:
    """What is wrong with these games, by their codes.

    A running game may have moved on between two questions, so it is looked at twice.
    """
    faults = {game: found for game in with_logs(numbers) if (found := faults_of(game))}
    for game in [game for game in faults if game.status == Game.Status.RUNNING]:
        faults[game] = [found for again in with_logs([game.pk]) for found in faults_of(again)]
    return Verdict(len(numbers), {game.code: found for game, found in faults.items() if found})


@contextmanager
def verdicts(
    games: QuerySet[Game], jobs: int = 1, size: int = CHUNK
) -> Iterator[Iterator[Verdict]]:
    """A verdict on every chunk of these games, in order, shared out among `jobs` processes."""
    chunks = list(chunks_of(games, size))
    jobs = min(jobs, len(chunks))
    if jobs <= 1:
        yield map(verdict_on, chunks)
        return
    connections.close_all()  # two processes must not talk over one connection
    with Pool(jobs, ignore_interrupts) as pool:
        yield pool.imap(verdict_on, chunks)


def _log_faults(game: Game) -> list[str]:
    """The first line of the log that is not where or what it was."""
    previous = game.commitment
    lines = [line_of(row) for row in game.log.all()]
    for number, line in enumerate(lines):
        if line.number != number or not line.follows(previous):
            return [f"action {number}: the log was changed here."]
        previous = line.hash
    if len(lines) != game.version:
        return [f"the game counts {game.version} actions, its log {len(lines)}."]
    return []


def _shuffle_faults(game: Game) -> list[str]:
    try:
        kept = verify(game.commitment, bytes.fromhex(game.seed), bytes.fromhex(game.salt))
    except ValueError:
        kept = False
    if not kept:
        return ["the seed and salt are not those that were committed to."]
    if game.laid and seed_of(game.laid).hex() != game.seed:
        return ["the deck is not the one that was committed to."]
    return []


def _replay_faults(game: Game) -> list[str]:
    try:
        record = record_of(game)
    except UnreadableGame as unreadable:
        return [f"the log does not replay: {unreadable.facts['reason']}"]
    for number, (line, action) in enumerate(zip(game.log.all(), record.actions, strict=True)):
        if line.seat != action.seat:
            return [f"action {number}: the seat differs from the action."]
    if record.result != game.result:
        return ["the result differs from the replay."]
    if not _are_settled(game):
        return ["a seat's standing differs from the result."]
    if record.final.is_over != (game.status == Game.Status.FINISHED):
        return [f"the game is {game.status}, which the replay denies."]
    return []


def _are_settled(game: Game) -> bool:
    """Whether every seat says what the result says of it."""
    if game.result is None:
        return all(seat.place is None for seat in game.seats.all())
    standing = [asdict(each) for each in standings(game.result)]
    return all(
        {name: getattr(seat, name) for name in facts} == facts
        for seat, facts in zip(game.seats.all(), standing, strict=True)
    )
