"""A real server for browsers other than Chromium."""

from collections.abc import Iterator

import pytest

from tests.support.browser import watched
from tests.support.engine import note_complaints
from tests.support.server import Server


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its bots hardly pause, as a whole game is played."""
    server = Server(tmp_path_factory.mktemp("server"), BOT_PAUSE="0.02,0.05")
    note_complaints(server)
    with server:
        yield from watched(server)


@pytest.fixture
def still_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Its bots never act."""
    with Server(tmp_path_factory.mktemp("still"), CLOCK="off") as server:
        yield from watched(server)
