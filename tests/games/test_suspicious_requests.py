"""Odd requests leave one line in the log; a fault of ours leaves all that is known of it."""

import logging

import pytest

from games.process.suspicious_requests import (
    MOST_FIELDS,
    WithoutTraceback,
    clean_headers,
    fields_in,
)


@pytest.mark.parametrize(
    ("name", "level", "is_kept"),
    [
        ("django.request", logging.ERROR, True),
        ("django.request", logging.WARNING, False),
        ("django.security.TooManyFieldsSent", logging.ERROR, False),
    ],
)
def test_only_our_own_faults_keep_their_traceback(name, level, is_kept):
    known = (ValueError, ValueError("no"), None)
    record = logging.LogRecord(name, level, __file__, 1, "Something odd.", (), known)

    WithoutTraceback().handle(record)

    assert (record.exc_info is not None) == is_kept


def test_a_socket_s_address_has_few_fields():
    assert fields_in(b"changes=3&game=&version=%C3%A9") == {
        "changes": "3",
        "game": "",
        "version": "é",
    }
    assert fields_in(b"&".join([b"a=1"] * (MOST_FIELDS + 1))) == {}
    assert fields_in(b"\xff%ff%00") == {"ÿ\ufffd\0": ""}


def test_headers_that_disturb_the_server_are_taken_out():
    headers = {"daphne-root-path": "/x", "sec-websocket-protocol": "\xff", "host": "a"}

    clean_headers(headers)

    assert headers == {"host": "a"}
