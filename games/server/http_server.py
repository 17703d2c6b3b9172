"""Daphne with our limits: on connections, open files, and the size and duration of requests.

Daphne has no settings for these, so `install` replaces two names in its module before it starts:
`connection_limits` counts connections, `http_channel` bounds the requests on each of them.
"""

from typing import Any

import daphne.server
from django.conf import settings
from twisted.internet.endpoints import serverFromString

from games.server.connection_limits import Connections
from games.server.http_channel import PageFactory
from games.server.open_files import raise_file_limit, warn_of_shortage

# Files that are no connections: the database, Redis, pipes to the bots' processes, logs.
RESERVED_FILES = 100
BACKLOG = 1_024


def install() -> None:
    """Let Daphne serve with these limits; raise the number of files the process may open."""
    most = min(settings.MAX_CONNECTIONS, max(16, raise_file_limit() - RESERVED_FILES))
    daphne.server.HTTPFactory = lambda server: Connections(PageFactory(server), most)
    daphne.server.serverFromString = endpoint_of
    warn_of_shortage()


def endpoint_of(reactor: Any, description: str) -> Any:
    """Where to listen, with a longer backlog: at Twisted's 50, a crowd would shut others out."""
    waiting = f":backlog={BACKLOG}" if description.startswith("tcp:") else ""
    return serverFromString(reactor, f"{description}{waiting}")
