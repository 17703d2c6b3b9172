"""Games that were not dealt here: a record brought in, a deck laid card by card."""

import json
import secrets
import sys
from collections.abc import Iterable
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from games.engine.actions import Action
from games.engine.cards import advanced_among
from games.engine.dealing import SEED_BYTES, commitment
from games.engine.record import Record
from games.engine.state import Deal
from games.engine.wire import action_dict, ids
from games.models import NAME_LENGTH, Game, LoggedAction, Player, Room, Seat
from games.refusals import BadInput
from games.services.people import clean_text
from games.services.table import chained

BY_RECORD = "record"


def archive(player: Player | None = None) -> Room:
    """A room nobody can enter, for games that were brought in by `player`."""
    return Room.objects.create(host=player, is_locked=True)


@transaction.atomic
def bring_in(record: Record, room: Room) -> Game:
    """Store a record as a game of an archive; one without an end counts as broken off."""
    now = timezone.now()
    game = Game.objects.create(
        room=room,
        origin=Game.Origin.IMPORTED,
        status=Game.Status.FINISHED if record.result else Game.Status.BROKEN_OFF,
        result=record.result,
        finished_at=now,
        version=len(record.actions),
        **dealt(record.deal, record.seed),
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, name=_name(name, number))
        for number, name in enumerate(record.names)
    )
    copy_log(game, record.actions)
    return game


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
    at, hash, lines = timezone.now(), game.commitment, []
    for number, action in enumerate(actions):
        payload = json.dumps(action_dict(action), sort_keys=True, separators=(",", ":"))
        hash = chained(hash, number, action.seat, payload, at, BY_RECORD)
        lines.append(
            LoggedAction(
                game=game,
                number=number,
                seat=action.seat,
                payload=payload,
                by=BY_RECORD,
                at=at,
                hash=hash,
            )
        )
    LoggedAction.objects.bulk_create(lines)


def _name(name: str, number: int) -> str:
    """A seat's name as it may stand at our tables; a seat without one goes by its number."""
    try:
        return clean_text(name, sys.maxsize)[:NAME_LENGTH].rstrip()
    except BadInput:
        return str(number + 1)


def _laid(deal: Deal) -> str:
    return json.dumps({"deck": ids(deal.deck), "first_seat": deal.first_seat})
