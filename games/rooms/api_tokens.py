"""Tokens by which a program plays for a player: each opens one place in one room."""

import secrets
from hashlib import sha256

from games.models import Member, Player
from games.rooms.lookup import check_welcome, membership, room
from games.text.errors import NoProgramsHere, NoSuchToken, NotSeated, RoomOfTheDay


def new_token(room_id: int, player: Player) -> str:
    """A new token for the player's chair, stored as a hash; it replaces an older one.

    Raises NotSeated, and RoomOfTheDay or NoProgramsHere where programs do not play.
    """
    where = room(room_id)
    member = membership(where, player)
    if member is None or member.chair is None:
        raise NotSeated
    if where.daily_id:
        raise RoomOfTheDay
    if where.is_open:
        raise NoProgramsHere
    token = secrets.token_urlsafe(32)
    bound = {"token": _hash(token), "token_credential": player.credential}
    Member.objects.filter(pk=member.pk).update(**bound)
    return token


def place_of(token: str) -> Member:
    """The member a token belongs to; raises NoSuchToken or Banned.

    A token is void once the account's password was changed, and while the account is not active.
    """
    places = Member.objects.select_related("room", "player__user").filter(is_removed=False)
    places = places.filter(room__closed_at=None, room__daily=None)
    place = places.filter(token=_hash(token)).first() if token else None
    if place is None or place.token_credential != place.player.credential:
        raise NoSuchToken
    check_welcome(place.player)
    return place


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
