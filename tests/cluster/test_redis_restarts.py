"""Redis goes and comes back between two processes: nothing is lost, nobody sees old things."""

import asyncio
import json
import time
from random import Random

import pytest

from games.live.socket_viewer import LOGGED_OUT
from script.tools.load.long_table import LongTable
from script.tools.load.servers import prepare
from tests.support.cluster import HEARTBEAT

pytestmark = pytest.mark.cluster

RIGHT_AGAIN = 60
NOT_WAITING = 10
PROMPT = 0.8 * HEARTBEAT
# Without Redis four of five moves are prompt by chance: never so many of them in a row.
IN_A_ROW = 28
MOST_LATE = 3


async def a_table(*houses):
    """Four people, each at the next of these processes."""
    (room,) = await asyncio.to_thread(prepare, houses[0].environment, tables=1)
    return await arrived(LongTable(Random(1), [house.port for house in houses], **room))


async def watchers(house, table):
    """Two strangers who look at the table from another process."""
    return await arrived(LongTable(Random(2), [house.port], table.invite, ["", ""]))


async def arrived(table):
    await table.arrive()
    return table


async def play(table, moves):
    """So many moves; the longest that somebody had to wait for one."""
    return max([await table.play_on() for _ in range(moves)])


async def until_prompt(table):
    """Play until news travel as they should, from each process to the other."""
    end, prompt = time.monotonic() + RIGHT_AGAIN, 0
    while prompt < IN_A_ROW:
        waited = await table.play_on()
        assert waited < RIGHT_AGAIN
        prompt = prompt + 1 if waited < PROMPT else 0
        assert time.monotonic() < end or prompt


async def test_pages_of_both_processes_are_right_while_redis_is_gone_and_after(houses, redis):
    table = await a_table(*houses)
    await play(table, 20)

    redis.kill()
    assert await play(table, 4) < RIGHT_AGAIN

    redis.start()
    await until_prompt(table)
    await table.leave()


async def test_a_game_ends_without_redis_and_the_other_process_shows_it(houses, redis):
    table = await a_table(houses[0])
    guests = await watchers(houses[1], table)
    await play(table, 5)

    redis.kill()
    late = 0
    while not table.is_over:
        late += await table.play_on() >= PROMPT
    assert late <= MOST_LATE  # a heartbeat would be late for one move in five

    async with asyncio.timeout(RIGHT_AGAIN):
        await guests.all_show(table.acknowledged)
    await table.leave()
    await guests.leave()


async def test_processes_that_were_there_before_redis_find_it(houses, redis):
    redis.kill()
    for house in houses:
        house.stop()
        house.launch()
    for house in houses:
        house.wait_until_ready()
    table = await a_table(*houses)
    assert await play(table, 2) < RIGHT_AGAIN

    redis.start()
    await until_prompt(table)
    await table.leave()


async def test_who_logs_out_while_redis_is_gone_is_shown_out_by_the_other_process(houses, redis):
    table = await a_table(houses[1])
    redis.kill()

    await asyncio.to_thread(table.post, "/logout/", 2, houses[0].port)

    async with asyncio.timeout(RIGHT_AGAIN):
        await table.sockets[2].wait_closed()
    assert table.sockets[2].close_code == LOGGED_OUT
    assert all(table.sockets[seat].close_code is None for seat in (0, 1, 3))
    await table.leave()


async def test_forms_do_not_wait_for_a_redis_that_hangs(houses, redis):
    """The process that takes the forms has no sockets; those at the other show what was done."""
    table = await a_table(houses[1])
    redis.hang()

    for _ in range(3):
        seat, frame = table.choose()
        move = json.loads(frame)
        del move["HEADERS"]
        begin = time.monotonic()
        await asyncio.to_thread(table.post, "play", seat, houses[0].port, **move)

        assert time.monotonic() - begin < NOT_WAITING
        async with asyncio.timeout(RIGHT_AGAIN):
            await table.all_show(table.wanted)
    await table.leave()
