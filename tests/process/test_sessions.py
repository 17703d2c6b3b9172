"""Sockets of the real server end when another process changes the account behind them."""

from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed

from games.live.socket_viewer import LOGGED_OUT
from tests.support.http_browser import PATIENCE, Browser
from tests.support.server import Server

END_THEM = """
from games.models import User
changed, inactive, deleted = User.objects.order_by("username")[:3]
changed.set_password("another evening")
changed.save()
User.objects.filter(pk=inactive.pk).update(is_active=False)
deleted.delete()
"""


def closing_code(socket):
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


def test_sockets_close_within_a_heartbeat(tmp_path):
    with Server(tmp_path, HEARTBEAT="0.5") as server, ExitStack() as stack:
        browsers = [Browser(server) for _ in range(4)]
        for number, browser in enumerate(browsers[:3]):
            browser.sign_up(f"duchess{number}")
        guest = browsers[3]
        link, _ = guest.post("/rooms/", name="Zoe")
        invite = link.rstrip("/").rsplit("/", maxsplit=1)[-1]
        sockets = [stack.enter_context(browser.socket(invite)) for browser in browsers]

        server.manage("shell", "--verbosity", "0", "-c", END_THEM)

        assert [closing_code(socket) for socket in sockets[:3]] == [LOGGED_OUT] * 3
        for browser in browsers[:3]:
            assert browser.get("/me/")[0] == f"{server.url}/"
        assert guest.get("/me/")[0] == f"{server.url}/me/"
        assert sockets[3].ping().wait(PATIENCE)
        assert "Traceback" not in server.words(), server.words()
