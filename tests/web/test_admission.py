"""The first thing a request meets: how many pages in a while, how many sockets at once."""

import asyncio

import pytest
from django.conf import settings as django_settings

from games.accounts import limits
from games.accounts.addresses import TrustedProxies
from games.server import admission
from games.server.admission import Admission
from games.server.http_threads import PageHandler
from games.server.probes import Probes
from games.text.errors import Busy


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Refusals are not held back."""
    monkeypatch.setattr(admission, "HOLD", 0)


class Door:
    """Admission in front of an application that lets everybody wait until it is told."""

    def __init__(self):
        self.inside = 0
        self.open = asyncio.Event()
        self.application = TrustedProxies(Admission(self))

    async def __call__(self, scope, receive, send):  # noqa: ARG002
        self.inside += 1
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
        else:
            await self.open.wait()

    async def ask(self, path="/", address="203.0.113.1", kind="http", headers=()):
        """What is sent first to somebody who asks."""
        scope = {"type": kind, "path": path, "headers": list(headers), "method": "GET"}
        return await sent_by(self.application, scope | {"client": [address, 1]})


async def sent_by(application, scope):
    sent, heard = [], [{"type": "websocket.connect"}]

    async def send(message):
        sent.append(message)

    async def receive():
        return heard.pop() if heard else {"type": "websocket.disconnect", "code": 1000}

    await application(scope, receive, send)
    return sent[0] | {"body": b"".join(each.get("body", b"") for each in sent)} if sent else {}


@pytest.fixture
def rates(settings, clock):  # noqa: ARG001
    settings.RATES = settings.RATES | {"page": (3, 10), "static": (5, 10)}


@pytest.mark.usefixtures("rates")
async def test_pages_are_counted_for_each_address():
    door = Door()
    for _ in range(3):
        assert (await door.ask())["status"] == 200

    refused = await door.ask()
    assert refused["status"] == 429
    assert dict(refused["headers"])[b"Retry-After"] == b"4"
    assert b"Too many requests." in refused["body"]
    assert (await door.ask(address="203.0.113.2"))["status"] == 200
    assert door.inside == 4


@pytest.mark.usefixtures("rates")
async def test_htmx_gets_the_part_that_says_it():
    door = Door()
    for _ in range(3):
        await door.ask()

    refused = await door.ask(headers=[(b"hx-request", b"true")])

    assert refused["status"] == 429
    assert b"<html" not in refused["body"]
    assert b"Too many requests." in refused["body"]


@pytest.mark.usefixtures("rates")
async def test_files_are_counted_by_themselves():
    door = Door()
    for _ in range(5):
        assert (await door.ask("/static/js/a.js"))["status"] == 200
    assert (await door.ask("/static/js/a.js"))["status"] == 429
    assert (await door.ask())["status"] == 200


@pytest.mark.usefixtures("rates")
async def test_a_flood_does_not_make_a_sound_process_look_dead():
    """In asgi.py the probes are answered before requests are counted."""
    door = Door()
    door.application = Probes(door.application)
    for _ in range(4):
        refused = await door.ask()

    assert refused["status"] == 429
    for _ in range(20):
        assert (await door.ask("/healthz"))["status"] == 200


@pytest.mark.usefixtures("rates")
async def test_the_addresses_of_one_network_are_one():
    door = Door()
    for number in range(3):
        await door.ask(address=f"2001:db8:1:2::{number + 1}")

    assert (await door.ask(address="2001:db8:1:2:9::9"))["status"] == 429
    assert (await door.ask(address="2001:db8:1:3::1"))["status"] == 200


async def test_a_class_without_scripts_behind_one_address_is_never_refused(clock):
    """Thirty pages that ask again every five seconds, and a page or two for each of their moves."""
    door = Door()
    for _ in range(60):
        for _ in range(30 + 10):
            assert (await door.ask())["status"] == 200
        clock.now += 5


async def test_one_address_has_only_so_many_sockets(settings):
    settings.MAX_SOCKETS_PER_ADDRESS = 3
    door = Door()
    held = [asyncio.create_task(door.ask(kind="websocket")) for _ in range(3)]
    await asyncio.sleep(0)

    assert (await door.ask(kind="websocket"))["type"] == "websocket.close"
    other = asyncio.create_task(door.ask(kind="websocket", address="203.0.113.2"))
    await asyncio.sleep(0)
    assert door.inside == 4

    door.open.set()
    await asyncio.gather(*held, other)
    assert door.application.application.sockets.of_one == {}
    assert await door.ask(kind="websocket") == {}


@pytest.mark.usefixtures("rates")
async def test_handshakes_are_counted_whatever_comes_of_them():
    """Those for no room, or from a page of another site, never reach the limit on sockets."""
    door = Door()
    door.open.set()
    for _ in range(3):
        assert await door.ask(kind="websocket") == {}

    assert (await door.ask(kind="websocket"))["type"] == "websocket.close"
    assert await door.ask(kind="websocket", address="203.0.113.2") == {}
    assert door.inside == 4


async def test_without_limits_anybody_may(settings):
    settings.LIMITS, settings.MAX_SOCKETS_PER_ADDRESS = "off", 0
    door = Door()
    door.open.set()

    for _ in range(500):
        assert (await door.ask())["status"] == 200
    assert await door.ask(kind="websocket") == {}


async def test_a_page_for_which_no_thread_gets_free_is_told_to_come_back(settings):
    settings.HTTP_WAIT, settings.HTTP_THREADS = 0.05, 1
    handler = PageHandler()
    executor = await handler.threads.borrow(1)

    scope = {"type": "http", "path": "/", "headers": [], "method": "GET"}
    refused = await sent_by(handler, scope)

    assert refused["status"] == 503
    assert dict(refused["headers"])[b"Retry-After"] == b"5"
    assert str(Busy()) in refused["body"].decode()
    handler.threads.give_back(executor)
    assert await handler.threads.borrow(5) is executor


async def test_a_thread_is_lent_again_only_when_it_is_done(settings):
    settings.HTTP_THREADS = 1
    handler = PageHandler()
    executor = await handler.threads.borrow(1)
    busy = asyncio.Event()
    loop = asyncio.get_running_loop()
    work = asyncio.run_coroutine_threadsafe(busy.wait(), loop)
    going_on = loop.run_in_executor(executor, work.result)

    handler.threads.give_back(executor)
    with pytest.raises(TimeoutError):
        await handler.threads.borrow(0.05)
    busy.set()

    assert await handler.threads.borrow(5) is executor
    await going_on


def test_every_kind_of_request_on_a_socket_has_a_rate():
    assert set(limits.OF_A_SOCKET) <= set(django_settings.RATES)
