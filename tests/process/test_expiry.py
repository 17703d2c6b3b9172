"""A room whose end came while no process was awake is closed by the next one that is."""

import time
import urllib.error
import urllib.request

from tests.support.server import Server

A_DESERTED_ROOM = """
from datetime import timedelta
from django.utils import timezone
from games.models import Member, Room
from games.accounts import people
from games.rooms import seating
room = seating.open_room(people.new_guest("Ann"))
long_ago = timezone.now() - timedelta(days=99)
Member.objects.update(seen_at=long_ago)
Room.objects.update(expires_at=long_ago)
print(room.invite)
"""
PATIENCE = 120


def status(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_a_deserted_room_is_closed_after_a_restart(tmp_path):
    server = Server(tmp_path)
    invite = server.manage("shell", "--verbosity", "0", "-c", A_DESERTED_ROOM).strip()

    with server:
        end = time.monotonic() + PATIENCE
        while status(f"{server.url}/r/{invite}/") != 404:
            assert time.monotonic() < end
            time.sleep(0.1)

    (room,) = server.ask("SELECT closed_at, changes FROM games_room")
    assert room["closed_at"] is not None
    assert room["changes"] == 1
