"""Real server processes, without a browser."""

from collections.abc import Iterator

import pytest

from tests.support.server import Server


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def server(running_server: Server) -> Iterator[Server]:
    """The server that these tests share; a test fails when something broke on its side."""
    before = running_server.log.stat().st_size
    yield running_server
    assert "Traceback" not in running_server.words(before), running_server.words(before)
