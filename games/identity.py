"""Who is asking: the person behind a session."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from games.models import Player
from games.selectors import check_welcome
from games.services import people

KEY, DEVICE = "player", "device"


def player_in(session: SessionBase) -> Player | None:
    """The person this session belongs to, if it belongs to one."""
    number = session.get(KEY)
    return Player.objects.filter(pk=number).first() if number else None


def device_in(session: SessionBase) -> int | None:
    """The number of the browser this session is in, as the log knows it."""
    return session.get(DEVICE)


def player_of(request: HttpRequest) -> Player | None:
    """The person who sent the request."""
    return player_in(request.session)


def wants_hints(cookies: Mapping[str, str]) -> bool:
    """Whether the hints for a first game have not been put away in this browser."""
    return cookies.get("guide") != "off"


def address_of(request: HttpRequest) -> str:
    """Where a request came from."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    return address_behind_proxy(forwarded, str(request.META.get("REMOTE_ADDR", "")))


def address_behind_proxy(forwarded: str, peer: str) -> str:
    """Who is at the other end; behind our proxy that is what the proxy, the last in line, says."""
    return (forwarded.rsplit(",", maxsplit=1)[-1].strip() if settings.HTTPS else "") or peer


def remember(request: HttpRequest, player: Player) -> None:
    """Tie the session to `player`, under a new key."""
    agent = request.headers.get("User-Agent", "")
    request.session[KEY] = player.pk
    request.session[DEVICE] = people.device_of(player, device_in(request.session), agent)
    request.session.cycle_key()


def arriving(request: HttpRequest, name: str) -> Player:
    """The person who sent the request, by the name given now; a new guest if need be."""
    player = player_of(request)
    check_welcome(player)
    if player is None:
        return people.new_guest(name)
    if name and name != player.name:
        people.rename(player, name)
    return player
