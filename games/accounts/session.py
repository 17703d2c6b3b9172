"""The player behind a request or socket session."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from games.accounts import devices, people
from games.accounts.addresses import limited_address
from games.models import Player, Room, User
from games.rooms.lookup import check_welcome

Login = tuple[datetime | None, str]
KEY, DEVICE = "player", "device"


def player_in(session: SessionBase) -> Player | None:
    """The player of this session, if it has one.

    A player with an account only if the session is logged in to it with the present password.
    """
    number = session.get(KEY)
    if not number:
        return None
    player = Player.objects.select_related("user").filter(pk=number).first()
    if player is None or player.user is None or is_logged_in(session, player.user):
        return player
    return None


def is_logged_in(session: SessionBase, user: User) -> bool:
    """Whether the session is logged in to this active account with its present password."""
    if not user.is_active or session.get(SESSION_KEY) != str(user.pk):
        return False
    given = session.get(HASH_SESSION_KEY, "")
    valid = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(given, each) for each in valid)


def device_in(session: SessionBase) -> int | None:
    """The number of the session's browser, as the log has it; None before the first visit."""
    return session.get(DEVICE)


def player_of(request: HttpRequest) -> Player | None:
    """The player who sent the request, if there is one."""
    return player_in(request.session)


def address_of(request: HttpRequest) -> str:
    """The address under which the client of a request is counted."""
    return limited_address(str(request.META.get("REMOTE_ADDR", "")))


def bind_session(request: HttpRequest, player: Player) -> None:
    """Bind the session to `player`, under a new session key."""
    agent = request.headers.get("User-Agent", "")
    request.session[KEY] = player.pk
    request.session[DEVICE] = devices.device_of(player, device_in(request.session), agent)
    request.session.cycle_key()


def player_entering(request: HttpRequest, name: str, *entered: Room) -> Player:
    """The player who sent the request, renamed to `name` if given; a new guest if there is none.

    `entered` are the rooms they are about to enter. Raises Banned, BadInput, NameIsGiven or
    NameIsTaken.
    """
    player = player_of(request)
    check_welcome(player)
    if player is None:
        _leave_account(request.session)
        return people.new_guest(name)
    if name and name != player.name:
        people.rename(player, name, *entered)
    return player


def _leave_account(session: SessionBase) -> None:
    """Empty a session of the account that it is no longer logged in to."""
    if KEY in session:
        session.flush()


def logins_of(player_ids: Iterable[int]) -> dict[int, Login]:
    """The logins of these players; without those who were deleted."""
    players = Player.objects.filter(pk__in=player_ids).select_related("user")
    known = players.only("logged_out_at", "user__is_active", "user__password")
    return {player.pk: login_of(player) for player in known}


def login_of(player: Player) -> Login:
    """What a socket is bound to: when the player last logged out, and their credential."""
    return player.logged_out_at, player.credential
