"""Programs of others that play for a person: a token opens one place in one room."""

import secrets
from hashlib import sha256

from games.models import Member, Player
from games.refusals import NoSuchToken, NotSeated
from games.selectors import check_welcome, membership, room


def new_token(room_id: int, player: Player) -> str:
    """A token for the player's chair, told once and stored as a hash; an older one is void."""
    member = membership(room(room_id), player)
    if member is None or member.chair is None:
        raise NotSeated
    token = secrets.token_urlsafe(32)
    Member.objects.filter(pk=member.pk).update(token=_hash(token))
    return token


def place_of(token: str) -> Member:
    """The place in a room that a token opens; NoSuchToken where it opens none."""
    places = Member.objects.select_related("room", "player").filter(is_removed=False)
    places = places.filter(room__closed_at=None)
    place = places.filter(token=_hash(token)).first() if token else None
    if place is None:
        raise NoSuchToken
    check_welcome(place.player)
    return place


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
