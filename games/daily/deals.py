"""The decks of the days: drawn the day before, so that their commitment can be shown by then.

A deal is stored with a random salt. Its seed is the SHA-256 of the ASCII label
``high-society-daily/1``, the 32 bytes of the salt, and ``2026-11-18 base``: the day and the group.
Deck and commitment follow from seed and salt as in every game (`engine.dealing`). The bots of a day
follow from the date alone, so they tell nothing of the seed.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from random import Random

from django.utils import timezone

from games.bots.characters import CAST, CHARACTERS, Character
from games.daily.days import A_DAY, opening_of, today
from games.engine.dealing import SEED_BYTES, commitment
from games.engine.edition_groups import GROUPS
from games.models import DEFAULT_EDITION, DailyDeal
from games.text.errors import NoSuchDay

SEATS = 4
BOT_LEVELS = ("regular", "expert", "master")
_LABEL = b"high-society-daily/1"


@dataclass(frozen=True, slots=True)
class Table:
    """What the deals of an edition group are played with."""

    edition: str
    advanced: tuple[str, ...] = ()


TABLES = {
    "base": Table(DEFAULT_EDITION),
    "stars": Table("allplay-2025", ("gambling", "excursions", "yacht-club")),
}


def deal_of(day: date, group: str, now: datetime | None = None) -> DailyDeal:
    """The deal of a day and an edition group; today's and tomorrow's are drawn if they are not yet.

    Raises NoSuchDay for a group or day that has none.
    """
    first = today(now or timezone.now())
    if group not in TABLES:
        raise NoSuchDay
    if first <= day <= first + A_DAY:
        return _drawn(day, group)
    deal = DailyDeal.objects.filter(day=day, group=group).first()
    if deal is None:
        raise NoSuchDay
    return deal


def deals_on(day: date, now: datetime | None = None) -> list[DailyDeal]:
    """The deals of today or tomorrow, in the order of the groups."""
    return [deal_of(day, group, now) for group in GROUPS]


def bots_of(deal: DailyDeal) -> list[Character]:
    """The bots on the seats after the player's, in their order."""
    return [CHARACTERS[id] for id in deal.bots]


def draw_ahead(now: datetime | None = None) -> None:
    """Draw the deals of today and tomorrow."""
    first = today(now or timezone.now())
    for day in (first, first + A_DAY):
        deals_on(day, now)


def seed_from(salt: bytes, day: date, group: str) -> bytes:
    """The seed that follows from a deal's salt, day and group."""
    return sha256(_LABEL + salt + f"{day} {group}".encode()).digest()


def _drawn(day: date, group: str) -> DailyDeal:
    deal = DailyDeal.objects.filter(day=day, group=group).first()
    if deal is not None:
        return deal
    salt = secrets.token_bytes(SEED_BYTES)
    seed, table = seed_from(salt, day, group), TABLES[group]
    new = {
        "edition": table.edition,
        "advanced": list(table.advanced),
        "bots": list(_bots_of(day, group)),
        "seed": seed.hex(),
        "salt": salt.hex(),
        "commitment": commitment(seed, salt),
        "opens_at": opening_of(day),
    }
    return DailyDeal.objects.get_or_create(day=day, group=group, defaults=new)[0]


def _bots_of(day: date, group: str) -> Iterator[str]:
    """Three characters, one of each level, in an order of their own."""
    chance = Random(f"{day} {group}")
    for level in chance.sample(BOT_LEVELS, len(BOT_LEVELS)):
        yield chance.choice([each.id for each in CAST.values() if each.level == level])
