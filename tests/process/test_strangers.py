"""Strangers who hold connections or ask without end: players hardly notice."""

from script.tools.soak.soak_slow import SETTINGS, measure
from tests.support.server import Server

SLOW, IDLE = 150, 100
SECONDS = 2.0
MOST_TIMES = 3
# Milliseconds. Others on the same cores may delay a move by as much; a server that is held up takes
# seconds, and does so whenever it is tried.
UNNOTICED = 1_000
TRIES = 3


def players_hardly_notice(found):
    most = max(UNNOTICED, MOST_TIMES * found["quiet_ms"])
    return found["crowded_ms"] < most and found["flooded_ms"] < most


async def test_players_go_on_beside_slow_idle_and_flooding_strangers(tmp_path):
    with Server(tmp_path, **SETTINGS) as server:
        for _ in range(TRIES):
            found = await measure(server, tables=1, slow=SLOW, idle=IDLE, seconds=SECONDS)
            if players_hardly_notice(found):
                break
        words = server.words()

    assert players_hardly_notice(found), found
    assert found["slow"]["begun"] >= SLOW
    assert found["idle"]["begun"] >= IDLE
    assert "Traceback" not in words, words
