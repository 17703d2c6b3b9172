"""Who is asking: the person behind a session."""

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from games.models import Player
from games.services import people

KEY = "player"


def player_in(session: SessionBase) -> Player | None:
    """The person this session belongs to, if it belongs to one."""
    number = session.get(KEY)
    return Player.objects.filter(pk=number).first() if number else None


def player_of(request: HttpRequest) -> Player | None:
    """The person who sent the request."""
    return player_in(request.session)


def remember(request: HttpRequest, player: Player) -> None:
    """Tie the session to `player`, under a new key."""
    request.session[KEY] = player.pk
    request.session.cycle_key()


def arriving(request: HttpRequest, name: str) -> Player:
    """The person who sent the request, by the name given now; a new guest if need be."""
    player = player_of(request)
    if player is None:
        player = people.new_guest(name)
    elif name and name != player.name:
        people.rename(player, name)
    remember(request, player)
    return player
