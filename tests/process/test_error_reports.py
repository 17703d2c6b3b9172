"""Errors are reported to an address of the operator's choice, without anybody's secrets."""

import gzip
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from script.tools.load.servers import prepare
from tests.support.canaries import BEARER, CSRF, NAME, ask, break_the_room, knock
from tests.support.server import Server

PATIENCE = 120
LOADED = "import sys, highsociety_site.asgi; print('sentry_sdk' in sys.modules)"


@pytest.fixture
def inbox():
    """A server that takes reports: its port, and what it was sent."""
    sent = []

    class Inbox(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            packed = self.headers.get("Content-Encoding") == "gzip"
            sent.append((gzip.decompress(body) if packed else body).decode())
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *words):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Inbox) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port, sent
        server.shutdown()
        thread.join()


def test_a_report_tells_where_it_broke_and_nothing_of_whom(tmp_path, inbox):
    port, sent = inbox
    house = Server(tmp_path, SENTRY_DSN=f"http://public@127.0.0.1:{port}/1")
    with house:
        (room,) = prepare(house.environment, tables=1)
        invite, session = room["invite"], room["sessions"][0]
        cookie = f"sessionid={session}; csrftoken={CSRF}"
        seed = house.ask("SELECT seed FROM games_game")[0]["seed"]
        break_the_room(tmp_path, invite)
        assert ask(house, f"/r/{invite}/?name={NAME.replace(' ', '+')}", cookie) == 500
        knock(house, f"/ws/r/{invite}/", cookie)
        end = time.monotonic() + PATIENCE
        while len(sent) < 2:
            assert time.monotonic() < end, house.words()
            time.sleep(0.1)

    reports = [json.loads(envelope.splitlines()[2]) for envelope in sent]
    by_logger = {report["logger"]: report for report in reports}
    page = by_logger["django.request"]
    assert page["logentry"]["message"] == "Internal Server Error: room"
    assert page["exception"]["values"][-1]["type"] == "KeyError"
    assert page["tags"]["id"]
    assert "daphne.server" in by_logger
    frames = page["exception"]["values"][-1]["stacktrace"]["frames"]
    assert not any("vars" in frame for frame in frames)
    secrets = (invite, session, seed, "Isolde", CSRF, BEARER.split()[1], "sessionid", "User-Agent")
    assert not [secret for secret in secrets if secret in "".join(sent)]


def test_nothing_of_it_is_loaded_unless_asked_for(server):
    assert server.manage("shell", "--verbosity", "0", "-c", LOADED).strip() == "False"
