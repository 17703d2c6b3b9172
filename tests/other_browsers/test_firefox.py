"""The smoke test in Firefox."""

import shutil
from pathlib import Path

import pytest

from tests.support.firefox import Firefox
from tests.support.server import Server
from tests.support.smoke import visit

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("firefox-esr",))),
    reason="needs firefox-esr: script/test installs it",
)


def test_a_game_its_replay_and_the_settings_work_in_firefox(server: Server, tmp_path: Path) -> None:
    with Firefox(tmp_path) as firefox:
        visit(firefox, server.url, tmp_path)
