"""The smoke test in WebKit, the engine of Safari."""

import shutil
from pathlib import Path

import pytest

from tests.support.server import Server
from tests.support.smoke import look_at_the_auto_bid, visit
from tests.support.webkit import WebKit

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))),
    reason="needs webkit2gtk-driver and xvfb: script/test installs them",
)


def test_a_game_its_replay_and_the_settings_work_in_webkit(server: Server, tmp_path: Path) -> None:
    with WebKit(tmp_path) as webkit:
        visit(webkit, server.url, tmp_path)


def test_the_auto_bid_s_limit_is_not_cut_off_in_webkit(
    still_server: Server, tmp_path: Path
) -> None:
    with WebKit(tmp_path) as webkit:
        look_at_the_auto_bid(webkit, still_server.url, tmp_path)
