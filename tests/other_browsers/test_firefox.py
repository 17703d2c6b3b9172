"""The smoke test in Firefox."""

import shutil
from pathlib import Path

import pytest

from tests.support.firefox import Firefox
from tests.support.server import Server
from tests.support.smoke import look_at_the_auto_bid, visit

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("firefox-esr",))),
    reason="needs firefox-esr: script/test installs it",
)


def test_a_game_its_replay_and_the_settings_work_in_firefox(server: Server, tmp_path: Path) -> None:
    with Firefox(tmp_path) as firefox:
        visit(firefox, server.url, tmp_path)


def test_the_auto_bid_s_limit_is_not_cut_off_in_firefox(
    still_server: Server, tmp_path: Path
) -> None:
    with Firefox(tmp_path) as firefox:
        look_at_the_auto_bid(firefox, still_server.url, tmp_path)
