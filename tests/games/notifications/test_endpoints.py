"""The address of a push service comes from a stranger: where we send, and where we do not."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from asgiref.sync import async_to_sync

from games.models import Device
from games.notifications import devices, endpoints
from games.notifications.endpoints import BadEndpoint, address_of, endpoint_in, is_public
from games.text.errors import BadInput
from tests.support.builders import a_person
from tests.support.push_service import Phone

GOOD = "https://push.example/wpush/v2/token?x=1"


def test_a_good_address_in_parts():
    found = endpoint_in(GOOD)

    assert (found.host, found.port, found.path) == ("push.example", 443, "/wpush/v2/token?x=1")
    assert found.origin == "https://push.example"
    assert found.is_secure


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/1",
        "https://push.example:8443/1",
        "https://user:word@push.example/1",
        "https:///1",
        "ftp://push.example/1",
        "https://push.example/a b",
        "https://push.example/\r\nHost: other",
        "https://push.example/\u00fc",
        "https://[::1/",
        "https://push.example/" + "x" * 1_000,
        "",
    ],
)
def test_a_bad_address_is_refused(url):
    with pytest.raises(BadEndpoint):
        endpoint_in(url)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.5.5", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1"),
        *("::ffff:10.0.0.1", "2002:7f00:1::", "::", "fec0::1"),
    ],
)
def test_an_address_of_a_network_of_our_own_is_not_public(address):
    assert not is_public(address)


def test_addresses_of_the_internet_are_public():
    assert is_public("142.250.1.1")
    assert is_public("2a00:1450:4001::1")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_no_connection_is_made_into_our_own_network(host):
    with pytest.raises(BadEndpoint):
        async_to_sync(address_of)(endpoint_in(f"https://{host}/"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "bad",
    [
        {"endpoint": "http://127.0.0.1/"},
        {"p256dh": "AAAA"},
        {"p256dh": "A" * 87},
        {"p256dh": "\u00fc" * 87},
        {"auth": ""},
        {"auth": "A" * 10_000},
    ],
)
def test_a_subscription_that_cannot_be_sent_to_is_refused(bad):
    player = a_person()
    device = Device.objects.create(player=player)

    with pytest.raises(BadInput):
        devices.switch_on(player, device.number, Phone(GOOD).fields() | bad)


def slow_names(is_over, asked):
    """A resolver that answers for one name, once, and for no other before the end of the test."""

    def look_up(host, port, *_rest):
        asked.append(host)
        if host != "push.example" or asked.count(host) > 1:
            is_over.wait(60)
            raise socket.gaierror("no such name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", port))]

    return look_up


async def test_slow_names_of_strangers_hold_up_no_other_message(monkeypatch):
    is_over, asked, waiting = Event(), [], []
    monkeypatch.setattr(endpoints, "_known", {})
    monkeypatch.setattr(endpoints, "_threads", ThreadPoolExecutor(2))
    monkeypatch.setattr(endpoints, "PATIENCE", 0.1)
    monkeypatch.setattr(endpoints.socket, "getaddrinfo", slow_names(is_over, asked))
    good = endpoint_in("https://push.example/1")
    try:
        assert await address_of(good) == "93.184.216.34"
        slow = [endpoint_in(f"https://{number}.stranger.example/") for number in range(4)]
        waiting = [asyncio.create_task(address_of(each)) for each in slow]
        await asyncio.sleep(0)
        assert await address_of(good) == "93.184.216.34"

        monkeypatch.setattr(endpoints, "FRESH", -1)
        assert await address_of(good) == "93.184.216.34"
        assert asked.count("push.example") == 1  # the second one waits for a thread
    finally:
        is_over.set()
        for each in waiting:
            each.cancel()


async def test_an_address_that_is_remembered_is_checked_again(monkeypatch, settings):
    monkeypatch.setattr(endpoints, "_known", {})
    settings.PUSH_ANYWHERE = True
    local = endpoint_in("https://localhost/1")
    assert await address_of(local)
    settings.PUSH_ANYWHERE = False

    with pytest.raises(BadEndpoint):
        await address_of(local)
