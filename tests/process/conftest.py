"""Real server processes, without a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own; the test fails when something broke on the server's side."""
    with Server(tmp_path) as server:
        yield server
    assert "Traceback" not in server.words(), server.words()
