"""Who a client is: only our own proxies are believed."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from games.accounts.addresses import address_in, check_proxies, limited_address, seen_through

PROXIES = ["10.0.0.0/8", "2001:db8:1::/48", "192.0.2.1"]


def scope(peer, *forwarded, proto=()):
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    headers += [(b"x-forwarded-proto", each.encode()) for each in proto]
    client = [peer, 1234] if peer else None
    return {"type": "http", "headers": [*headers, (b"host", b"x")], "client": client}


def names(found):
    return [name for name, _ in found["headers"]]


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.5", [], "203.0.113.5"),
        ("203.0.113.5", ["198.51.100.7"], "203.0.113.5"),
        ("10.1.2.3", [], "10.1.2.3"),
        ("10.1.2.3", ["198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["6.6.6.6, 198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["6.6.6.6", "198.51.100.7"], "198.51.100.7"),
        ("10.1.2.3", ["6.6.6.6, 198.51.100.7, 10.9.9.9, 192.0.2.1"], "198.51.100.7"),
        ("10.1.2.3", ["6.6.6.6, nonsense, 10.9.9.9"], "10.9.9.9"),
        ("10.1.2.3", [" , ,"], "10.1.2.3"),
        ("::ffff:10.1.2.3", ["198.51.100.7"], "198.51.100.7"),
        ("2001:db8:1::9", ["2001:db8:2::1"], "2001:db8:2::1"),
        ("2001:db8:9::9", ["2001:db8:2::1"], "2001:db8:9::9"),
    ],
)
def test_the_client_is_the_last_one_who_is_no_proxy_of_ours(settings, peer, forwarded, client):
    settings.TRUSTED_PROXIES = PROXIES

    found = seen_through(scope(peer, *forwarded))

    assert found["client"][0] == client
    assert b"x-forwarded-for" not in names(found)


def test_only_a_proxy_of_ours_tells_that_a_page_was_asked_for_by_https(settings):
    settings.TRUSTED_PROXIES = PROXIES

    stranger = seen_through(scope("203.0.113.5", proto=["https"]))
    ours = seen_through(scope("10.1.2.3", proto=["https", "http"]))

    assert b"x-forwarded-proto" not in names(stranger)
    assert [pair for pair in ours["headers"] if pair[0] != b"host"] == [
        (b"x-forwarded-proto", b"http")
    ]


def test_without_trusted_proxies_nobody_is_believed(settings):
    settings.TRUSTED_PROXIES = []
    settings.HTTPS = True

    for peer in ("127.0.0.1", "::1", None):
        found = seen_through(scope(peer, "6.6.6.6", proto=["https"]))
        assert found["client"][0] == (peer or "0.0.0.0")
        assert names(found) == [b"host"]


def test_a_unix_socket_is_trusted_when_it_is_named(settings):
    settings.TRUSTED_PROXIES = ["unix"]

    assert seen_through(scope(None, "198.51.100.7"))["client"][0] == "198.51.100.7"
    assert seen_through(scope("10.1.2.3", "198.51.100.7"))["client"][0] == "10.1.2.3"


@pytest.mark.parametrize(
    ("address", "limited"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", "0.0.0.0"),
        ("nonsense", "0.0.0.0"),
    ],
)
def test_an_ipv6_address_is_counted_by_its_network(address, limited):
    assert limited_address(address) == limited
    assert address_in({"client": [address, 1]}) == limited


def test_https_without_a_named_proxy_is_warned_of(settings):
    settings.HTTPS, settings.TRUSTED_PROXIES = True, []
    assert [each.id for each in check_proxies()] == ["games.W001"]

    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    assert check_proxies() == []


def test_a_bad_proxy_is_named(settings):
    settings.TRUSTED_PROXIES = ["localhost"]
    with pytest.raises(ImproperlyConfigured, match=r"TRUSTED_PROXIES.*localhost"):
        check_proxies()
