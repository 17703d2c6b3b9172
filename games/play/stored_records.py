"""A stored game as a record, and the other way round: a deal and a log as rows to be stored."""

import json
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256

from django.utils import timezone

from games.engine.actions import Action
from games.engine.cards import advanced_among
from games.engine.dealing import SEED_BYTES, commitment
from games.engine.history import BY_RECORD
from games.engine.record import BadRecord, Record
from games.engine.state import Deal
from games.engine.violations import RuleViolation
from games.engine.wire import ids
from games.models import Game, LoggedAction
from games.play.log import line_after, line_of
from games.play.position import deal_of
from games.text.errors import UnreadableGame

UNSOUND = (BadRecord, RuleViolation, ValueError, LookupError, TypeError, AttributeError)


def record_of(game: Game) -> Record:
    """The stored game as a record, replayed from its log; UnreadableGame where that fails."""
    try:
        return _record_of(game)
    except UNSOUND as error:
        raise UnreadableGame(reason=error) from error


def _record_of(game: Game) -> Record:
    seats = list(game.seats.all())
    names = tuple(seat.name for seat in seats)
    entries = [line_of(row).entry() for row in game.log.all()]
    actions, actors = zip(*entries, strict=True) if entries else ((), ())
    seed = None if game.laid else bytes.fromhex(game.seed)
    return Record(deal_of(game, len(seats)), names, actions, seed, actors)


def deal_columns(deal: Deal, seed: bytes | None = None) -> dict[str, object]:
    """The columns that say how a game was dealt: from `seed`, or laid card by card."""
    laid = "" if seed else laid_text(deal)
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
        line = line_after(hash, number, action, at, BY_RECORD)
        hash = line.hash
        yield line.row(game.pk)


def laid_text(deal: Deal) -> str:
    return json.dumps({"deck": ids(deal.deck), "first_seat": deal.first_seat})
