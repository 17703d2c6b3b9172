"""Builders for rated games: finished ones in any order, with accounts and bots in their seats."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

from django.utils import timezone

from games.models import Game, Player, User
from games.ratings.counting import count_waiting
from games.ratings.entering import enter
from tests.support.builders import a_past_game

_numbers = count()
LONG_AGO = timezone.now() - timedelta(days=20)


def an_account(name: str) -> Player:
    user = User.objects.create_user(name.lower(), password="pears and plums")
    return Player.objects.create(name=name, user=user)


def accounts(*names: str) -> list[Player]:
    return [an_account(name) for name in names]


def a_bot(character: str = "octavia", name: str = "Lady Octavia") -> Player:
    return Player.objects.create(name=name, bot=character)


def an_open_past_game(finish: Sequence[Player], at: datetime | None = None, **more) -> Game:
    """A finished open game whose players came in in this order; later ones end later."""
    game = a_past_game(finish, **({"is_open": True, "edition": "osprey-2018"} | more))
    Game.objects.filter(pk=game.pk).update(
        finished_at=at or LONG_AGO + timedelta(minutes=next(_numbers))
    )
    for place, player in enumerate(finish, 1):
        seat = game.seats.filter(player=player)
        seat.update(place=place, win=float(place == 1), is_cast_out=place == len(finish))
    return Game.objects.get(pk=game.pk)


def a_rated_game(
    finish: Sequence[Player],
    at: datetime | None = None,
    left: Sequence[Player] = (),
    *,
    is_counted: bool = True,
    **more: object,
) -> Game:
    """A finished rated game; counted at once, as a moment after its end."""
    game = an_open_past_game(finish, at, is_rated=True, **more)
    game.seats.filter(player__in=left).update(left_at=game.finished_at)
    enter(game.pk, game.finished_at)
    if is_counted:
        count_waiting()
    return game
