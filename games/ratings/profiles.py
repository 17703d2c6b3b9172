"""Profiles: who has one, and with whom they have played most."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Q

from games.models import USERNAME_LENGTH, Player, username_key
from games.ratings.open_games import OpenGame, open_seats

MOST_COMPANY = 5
FEWEST_TOGETHER = 2


@dataclass(frozen=True, slots=True)
class Company:
    """Somebody with whom open games were played, and how many."""

    player: Player
    games: int


def public_profile(name: str) -> Player | None:
    """The person with this username if they have a profile, which needs a finished open game."""
    if "\0" in name or len(name) > USERNAME_LENGTH:
        return None
    same = Q(user__username=name) | Q(user__username_key=username_key(name))
    people = Player.objects.filter(same).select_related("user")
    shown = [person for person in people if profile_name(person)]
    person = max(shown, key=lambda each: profile_name(each) == name, default=None)
    return person if person is not None and open_seats(person).exists() else None


def profile_name(player: Player) -> str:
    """The name in the address of a person's profile; empty if they have hidden it.

    A username that may be an e-mail address is shown to nobody.
    """
    if player.user is None or not (player.is_public and player.user.is_active):
        return ""
    username = player.user.get_username()
    return "" if "@" in username else username


def favourite_company(games: Sequence[OpenGame]) -> list[Company]:
    """With whom the person has played most; nobody is named who has no profile."""
    met = Counter(seat.player for game in games for seat in game.others if seat.player)
    often = [number for number, count in met.items() if count >= FEWEST_TOGETHER]
    people = Player.objects.filter(pk__in=often, user__isnull=False).select_related("user")
    found = [Company(each, met[each.pk]) for each in people if profile_name(each)]
    return sorted(found, key=lambda each: (-each.games, each.player.name))[:MOST_COMPANY]


class Step(NamedTuple):
    """A rating after a game."""

    group: str
    at: datetime
    points: int
    mu: float
    sigma: float
    games: int


def ratings_of(player: Player) -> dict[str, list[Step]]:
    """The person's counted ratings in each group in which they have one, oldest first."""
    rows = player.rated_seats.filter(mu__isnull=False).order_by("group", "at", "game")
    steps = map(Step._make, rows.values_list(*Step._fields))
    return {group: list(each) for group, each in groupby(steps, attrgetter("group"))}
