"""Scenes: who looks at which page, and the sessions in which they are logged in."""

import json
from dataclasses import dataclass

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from games.accounts.session import KEY
from games.models import Player, User


@dataclass(frozen=True)
class Scene:
    """A place and the session of the one who looks at it."""

    name: str
    path: str
    session: str
    seats: int

    def line(self) -> str:
        return json.dumps(self.__dict__)


def session_of(player: Player) -> str:
    session = SessionStore()
    if player.user is not None:
        _log_in(session, player.user)
    session[KEY] = player.pk
    session.create()
    return str(session.session_key)


def session_of_keeper(user: User) -> str:
    session = SessionStore()
    _log_in(session, user)
    session.create()
    return str(session.session_key)


def _log_in(session: SessionStore, user: User) -> None:
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
