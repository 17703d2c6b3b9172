"""Requests that no page of this site sends: log lines without tracebacks, safe headers."""

import logging
from urllib.parse import parse_qsl

MOST_FIELDS = 20
# Daphne takes the root path of all URLs from this header, whichever client sends it.
ROOT_PATH = "daphne-root-path"
SUBPROTOCOLS = "sec-websocket-protocol"


class WithoutTraceback(logging.Handler):
    """Removes the traceback from records about bad requests; other handlers write the line."""

    def emit(self, record: logging.LogRecord) -> None:
        is_our_fault = record.name == "django.request" and record.levelno >= logging.ERROR
        if not is_our_fault:
            record.exc_info = record.exc_text = None


def clean_headers(headers: dict[str, str]) -> None:
    """Remove headers of a socket's request that Daphne would fail on or must not trust."""
    headers.pop(ROOT_PATH, None)
    if not headers.get(SUBPROTOCOLS, "").isascii():
        del headers[SUBPROTOCOLS]


def plain_cookies(line: bytes) -> bytes:
    """The cookies of a header line without those that have a backslash: this site sets none.

    Python needs quadratic time to unquote them, and cookies are parsed on the event loop as well.
    """
    return b";".join(cookie for cookie in line.split(b";") if b"\\" not in cookie)


def fields_in(query: bytes) -> dict[str, str]:
    """The query fields of a socket's URL; none if there are more than a page would send."""
    try:
        return dict(
            parse_qsl(query.decode("latin1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
        )
    except ValueError:
        return {}
