"""Games that were not dealt here: a record brought in, a deck laid card by card."""

import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.actions import Action
from games.engine.cards import advanced_among
from games.engine.dealing import SEED_BYTES, commitment
from games.engine.record import Record, to_line
from games.engine.state import Deal
from games.engine.wire import action_dict, ids
from games.models import NAME_LENGTH, Game, LoggedAction, Player, Room, Seat
from games.refusals import BadInput, TooManyRecords
from games.selectors import readable
from games.services.people import clean_text
from games.services.table import chained
from games.standings import standings

BY_RECORD = "record"
MOST_RECORDS = 1_000


def archive(player: Player | None = None) -> Room:
    """A room nobody can enter, for games that were brought in by `player`."""
    return Room.objects.create(host=player, is_locked=True)


def bring_in(record: Record, room: Room) -> Game:
    """Store a record as a game of an archive; one without an end counts as broken off."""
    return bring_all_in([record], room)[0]


@transaction.atomic
def bring_all_in(records: Iterable[Record], room: Room) -> list[Game]:
    """Store records as games of an archive, all of them with a handful of statements."""
    now, fit = timezone.now(), [fitted(record) for record in records]
    games = Game.objects.bulk_create([_game(record, room, now) for record in fit])
    stored = list(zip(games, fit, strict=True))
    Seat.objects.bulk_create(seat for each in stored for seat in _seats(*each))
    LoggedAction.objects.bulk_create(
        line for game, record in stored for line in log_lines(game, record.actions, now)
    )
    return games


class Brought(NamedTuple):
    """A record's game, and whether it was there before."""

    game: Game
    was_here: bool


@transaction.atomic
def take_in(
    records: Sequence[Record], owner: Player | None, room: Callable[[], Room]
) -> list[Brought]:
    """Each record's game among those `owner` has brought in; what is new goes to `room`."""
    digests = [digest_of(record) for record in records]
    known = _known(digests, owner)
    new = {
        digest: record
        for digest, record in zip(digests, records, strict=True)
        if digest not in known
    }
    if new:
        games = bring_all_in(new.values(), room())
        known |= {game.digest: Brought(game, was_here=False) for game in games}
    return [known[digest] for digest in digests]


def _known(digests: Sequence[str], owner: Player | None) -> dict[str, Brought]:
    imported = Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=owner)
    games = imported.filter(digest__in=digests).order_by("-pk")
    return {game.digest: Brought(game, was_here=True) for game in games}


@transaction.atomic
def bring_in_for(player: Player, records: Sequence[Record]) -> list[Brought]:
    """Each record's game, for somebody who wants to look at it; TooManyRecords over the limit.

    A game that `player` sat in is found again, not stored beside itself.
    """
    Player.objects.select_for_update().get(pk=player.pk)  # the same file, sent twice at once
    played = _played_by(player, records)
    new = [record for record in records if _nameless(record) not in played]
    brought = take_in(new, player, partial(archive, player))
    if imported_by(player).count() > MOST_RECORDS:
        raise TooManyRecords(count=MOST_RECORDS)
    found = {each.game.digest: each for each in brought}
    return [played.get(_nameless(record)) or found[digest_of(record)] for record in records]


def imported_by(player: Player) -> QuerySet[Game]:
    """The games somebody has brought in."""
    return Game.objects.filter(origin=Game.Origin.IMPORTED, room__host=player)


def _played_by(player: Player, records: Sequence[Record]) -> dict[str, Brought]:
    """The games among these that somebody sat in; since then people may have got other names."""
    seeds = [(record.seed or seed_of(_laid(record.deal))).hex() for record in records]
    games = Game.objects.filter(seats__player=player, seed__in=seeds)
    over = games.exclude(status=Game.Status.RUNNING).prefetch_related("seats", "log")
    return {_nameless(record): Brought(game, was_here=True) for game, record in readable(over)}


def _nameless(record: Record) -> str:
    return digest_of(replace(record, names=("",) * len(record.names)))


def fitted(record: Record) -> Record:
    """The record with names as they may stand at our tables."""
    names = tuple(_name(name, number) for number, name in enumerate(record.names))
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
        **dealt(record.deal, record.seed),
    )


def _seats(game: Game, record: Record) -> Iterator[Seat]:
    standing = [asdict(each) for each in standings(record.result)] if record.result else []
    for number, name in enumerate(record.names):
        facts = standing[number] if standing else {}
        yield Seat(game=game, number=number, name=name, **facts)


def dealt(deal: Deal, seed: bytes | None = None) -> dict[str, object]:
    """The columns that say how a game was dealt: from `seed`, or laid card by card."""
    laid = "" if seed else _laid(deal)
    seed, salt = seed or seed_of(laid), secrets.token_bytes(SEED_BYTES)
    return {
        "edition": deal.edition.id,
        "advanced": ids(advanced_among(deal.deck)),
        "show_spent": deal.show_spent,
        "seed": seed.hex(),
        "salt": salt.hex(),
        "commitment": commitment(seed, salt),
        "laid": laid,
    }


def seed_of(laid: str) -> bytes:
    """What a laid deck is committed to by, in the place of a seed."""
    return sha256(laid.encode()).digest()


def copy_log(game: Game, actions: Iterable[Action]) -> None:
    """Write actions that were taken elsewhere as the first lines of the game's log."""
    LoggedAction.objects.bulk_create(log_lines(game, actions, timezone.now()))


def log_lines(game: Game, actions: Iterable[Action], at: datetime) -> Iterator[LoggedAction]:
    """The lines of a log, each chained to the one before."""
    hash = game.commitment
    for number, action in enumerate(actions):
        payload = json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))
        hash = chained(hash, number, action.seat, payload, at, BY_RECORD)
        yield LoggedAction(
            game=game,
            number=number,
            seat=action.seat,
            payload=payload,
            by=BY_RECORD,
            at=at,
            hash=hash,
        )


def _name(name: str, number: int) -> str:
    """A seat's name as it may stand at our tables; a seat without one goes by its number."""
    try:
        return clean_text(name, sys.maxsize)[:NAME_LENGTH].rstrip()
    except BadInput:
        return str(number + 1)


def _laid(deal: Deal) -> str:
    return json.dumps({"deck": ids(deal.deck), "first_seat": deal.first_seat})
