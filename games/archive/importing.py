"""Imports records: each becomes a stored game whose deck is kept card by card."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import cache, partial
from hashlib import sha256
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.archive.stored_games import readable
from games.engine.record import Record, to_line
from games.engine.standings import standings
from games.models import NAME_LENGTH, Game, LoggedAction, Player, Room, Seat
from games.play.stored_records import deal_columns, laid_text, log_lines, seed_of
from games.text.cleaning import shortened
from games.text.errors import BadInput, RecordsDidNotFit, TooManyRecords
from games.text.lookalikes import unlike

MOST_RECORDS = 1_000
AT_ONCE = 5
PAUSE = 0.06


def archive(player: Player | None = None) -> Room:
    """A new room that nobody can enter, for games imported by `player`."""
    return Room.objects.create(host=player, is_locked=True)


@transaction.atomic
def store_records(records: Iterable[Record], room: Room) -> list[Game]:
    """Store records as games of a room, all of them with a handful of statements.

    One without an end counts as broken off.
    """
    now, fit = timezone.now(), [fitted(record) for record in records]
    games = Game.objects.bulk_create([_game(record, room, now) for record in fit])
    stored = list(zip(games, fit, strict=True))
    Seat.objects.bulk_create(seat for each in stored for seat in _seats(*each))
    LoggedAction.objects.bulk_create(
        line for game, record in stored for line in log_lines(game, record.actions, now)
    )
    return games


class Imported(NamedTuple):
    """The game of a record, and whether it was stored before."""

    game: Game
    was_here: bool


@transaction.atomic
def import_records(
    records: Sequence[Record], owner: Player | None, room: Callable[[], Room]
) -> list[Imported]:
    """The game of each record; those that `owner` has not imported before go to `room`."""
    digests = [digest_of(record) for record in records]
    known = _known(digests, owner)
    new = {
        digest: record
        for digest, record in zip(digests, records, strict=True)
        if digest not in known
    }
    if new:
        games = store_records(new.values(), room())
        known |= {game.digest: Imported(game, was_here=False) for game in games}
    return [known[digest] for digest in digests]


def _known(digests: Sequence[str], owner: Player | None) -> dict[str, Imported]:
    imported = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=owner)
    games = imported.filter(digest__in=digests).order_by("-pk")
    return {game.digest: Imported(game, was_here=True) for game in games}


def import_for(player: Player, records: Sequence[Record]) -> list[Imported]:
    """The game of each record, imported for `player`; raises TooManyRecords over the limit.

    A game that `player` sat in is found again and not stored a second time. A few records are
    stored at a time, so that moves can be written in between. If one part fails, those before it
    stay; the same file, sent again, finds them and imports the rest.
    """
    played = _games_played_by(player, records)
    new = [record for record in records if _nameless(record) not in played]
    _check_count(player, new)
    found: dict[str, Imported] = {}
    room = cache(partial(archive, player))
    for start in range(0, len(new), AT_ONCE):
        for each in _import_part(new[start : start + AT_ONCE], player, room):
            found.setdefault(each.game.digest, each)
        pause_for_moves()
    return [played.get(_nameless(record)) or found[digest_of(record)] for record in records]


def _check_count(player: Player, records: Sequence[Record]) -> None:
    """Raises TooManyRecords before anything is stored."""
    digests = {digest_of(record) for record in records}
    new = digests - _known(list(digests), player).keys()
    if games_imported_by(player).count() + len(new) > MOST_RECORDS:
        raise TooManyRecords(count=MOST_RECORDS)


@transaction.atomic
def _import_part(
    records: Sequence[Record], player: Player, room: Callable[[], Room]
) -> list[Imported]:
    """Import one part of a file; raises RecordsDidNotFit if another file took the place."""
    Player.objects.select_for_update().get(pk=player.pk)  # the same file, sent twice at once
    brought = import_records(records, player, room)
    if games_imported_by(player).count() > MOST_RECORDS:
        raise RecordsDidNotFit(count=MOST_RECORDS)
    return brought


def pause_for_moves() -> None:
    """Let waiting moves write: SQLite has one writer, and those who wait look only now and then."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(PAUSE)


def games_imported_by(player: Player) -> QuerySet[Game]:
    """The games this player has imported."""
    return Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)


def _games_played_by(player: Player, records: Sequence[Record]) -> dict[str, Imported]:
    """The games of these records that the player sat in; names may have changed since then."""
    seeds = [(record.seed or seed_of(laid_text(record.deal))).hex() for record in records]
    games = Game.objects.filter(seats__player=player, seed__in=seeds)
    over = games.exclude(status=Game.Status.RUNNING).prefetch_related("seats", "log")
    return {_nameless(record): Imported(game, was_here=True) for game, record in readable(over)}


def _nameless(record: Record) -> str:
    return digest_of(replace(record, names=("",) * len(record.names)))


def fitted(record: Record) -> Record:
    """The record with names as they may stand at our tables: clean, short, no two alike."""
    names: tuple[str, ...] = ()
    for number, name in enumerate(record.names):
        names += (unlike(_name(name, number), names, NAME_LENGTH),)
    return record if names == record.names else replace(record, names=names)


def digest_of(record: Record) -> str:
    """What the same record is known again by, whatever its names looked like on the way in."""
    return sha256(to_line(fitted(record)).encode()).hexdigest()


def _game(record: Record, room: Room, now: datetime) -> Game:
    return Game(
        room=room,
        origin=Game.Origin.IMPORTED,
        digest=digest_of(record),
        status=Game.Status.FINISHED if record.result else Game.Status.BROKEN_OFF,
        result=record.result,
        finished_at=now,
        version=len(record.actions),
        **deal_columns(record.deal, record.seed),
    )


def _seats(game: Game, record: Record) -> Iterator[Seat]:
    standing = [asdict(each) for each in standings(record.result)] if record.result else []
    for number, name in enumerate(record.names):
        facts = standing[number] if standing else {}
        yield Seat(game=game, number=number, name=name, **facts)


def _name(name: str, number: int) -> str:
    """A seat's name as it may stand at our tables; a seat without one goes by its number."""
    try:
        return shortened(name, NAME_LENGTH)
    except BadInput:
        return str(number + 1)
