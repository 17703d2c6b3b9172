"""Many messages, and services that hang, refuse and answer rubbish: bounded in all ways.

A thousand in the ordinary run; the long form is `MESSAGES=10000 script/test` with this path.
"""

import asyncio
import os
import time
import tracemalloc

import pytest
from django.utils import timezone

from games.models import Delivery, Device, PushSubscription
from games.notifications import push_service, sending
from games.notifications.resting import Resting
from games.play.batching import writer
from games.play.moves import Move
from games.play.outbox import queue
from games.process.db_threads import in_thread
from tests.support.builders import a_game, a_person, bid
from tests.support.push_service import PushService

pytestmark = pytest.mark.django_db(transaction=True)
COUNT = int(os.environ.get("MESSAGES", "1000"))
MEGABYTE = 1_000_000


def browsers(services: list[PushService], each: int) -> None:
    """So many browsers at each service, and a message for every one of them."""
    for number, service in enumerate(services):
        paths = ("/hang/", "/status/410/", "/status/429/long/", "/rubbish/", "/ok/")
        fields = service.phone(paths[number] + "0").fields()
        players = [a_person(f"P{number}") for _ in range(each // sending.MOST_AT_ONCE)]
        made = Device.objects.bulk_create(
            Device(player=players[at % len(players)], number=at + 1) for at in range(each)
        )
        PushSubscription.objects.bulk_create(
            PushSubscription(
                device=device,
                endpoint=f"{service.url}{paths[number]}{at}",
                digest=f"{number} {at}",
                origin=service.url,
                p256dh=fields["p256dh"],
                auth=fields["auth"],
                language="en",
            )
            for at, device in enumerate(made)
        )
    queue(Delivery.Kind.TEST, PushSubscription.objects.all(), None, due_at=timezone.now())


async def send_everything() -> float:
    """Send until nothing is due; the seconds of processor time that it took."""
    begin = time.process_time()
    while await sending.send_due():
        pass
    return time.process_time() - begin


async def move_all_the_while(here) -> int:
    """Play a whole round of bids; how many messages were still queued after the last of them."""
    for version, notes in enumerate(NOTES):
        await writer.play(Move(here.game.pk, version, bid(version % 3, notes)))
    return await in_thread(Delivery.objects.filter(attempts=0).count)


# What each bid of three seats in turn adds, so that it exceeds the one before.
NOTES = (1, 2, 3, 3, 3, 4, 4, 6, 6, 8)


async def test_many_messages_take_bounded_time_and_memory_and_delay_no_move(monkeypatch, settings):
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(sending, "resting", Resting())
    monkeypatch.setattr(push_service, "SECONDS", 1.0)
    services = [PushService().__enter__() for _ in range(5)]
    try:
        here = await in_thread(a_game)
        await in_thread(browsers, services, COUNT // 5)
        tracemalloc.start()
        moving = asyncio.create_task(move_all_the_while(here))
        seconds = await send_everything()
        queued_after_the_moves = await moving
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        hang, gone, wait, rubbish, ok = services
        left = await in_thread(lambda: dict(_left()))

        assert seconds < 240
        assert queued_after_the_moves > COUNT // 2
        assert peak < 40 * MEGABYTE
        assert len(ok.received) == len(gone.received) == COUNT // 5
        assert len({each.path for each in ok.received}) == COUNT // 5
        assert len(hang.received) <= sending.AT_THE_SAME_TIME + sending.MOST_AT_ONCE
        assert len(rubbish.received) <= sending.AT_THE_SAME_TIME + sending.MOST_AT_ONCE
        assert len(wait.received) >= COUNT // 5
        assert left == {hang.url: COUNT // 5, wait.url: COUNT // 5, rubbish.url: COUNT // 5}
    finally:
        for each in services:
            each.__exit__()


def _left():
    for origin in PushSubscription.objects.values_list("origin", flat=True).distinct():
        count = Delivery.objects.filter(subscription__origin=origin).count()
        if count:
            yield origin, count
