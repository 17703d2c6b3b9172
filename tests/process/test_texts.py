"""Hostile texts at the real server; `script/soak texts` is the long form."""

from script.tools.load.servers import prepare
from script.tools.soak import soak_texts
from tests.support.hostile_texts import DOORS, Door, an_attacker, hostile

# Sorted before they are counted, so many marks hold up the process for a minute and more.
MARKS = 400_000


async def test_hostile_texts_hold_nobody_up(server):
    found = await soak_texts.run(server, len(DOORS))

    assert found.faults == []
    assert len(found.waits) > 10


def test_a_heap_of_marks_is_refused_in_no_time(server):
    (room,) = prepare(server.environment, tables=1)
    attacker = an_attacker(server, room["invite"], room["sessions"][0])

    answer = attacker.send(Door("/rooms/", "name", who="stranger"), hostile("marks", MARKS))

    assert answer.status == 400
    assert answer.cpu < 5
