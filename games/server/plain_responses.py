"""Refusals that need neither a thread nor the database: a plain page with one sentence."""

from collections.abc import Iterable
from html import escape
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from games import screens
from games.live.socket_viewer import language_of
from games.process import metrics
from games.text.errors import Refused

PAGE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>{title}</title></head>'
    "<body><h1>{title}</h1><p>{sentence}</p></body></html>"
)
HEADERS = (
    (b"Content-Type", b"text/html; charset=utf-8"),
    (b"Cache-Control", b"no-store"),
    (b"Content-Security-Policy", b"default-src 'none'"),
    (b"X-Content-Type-Options", b"nosniff"),
)
RETRY_AFTER = 5
Headers = list[tuple[bytes, bytes]]


def response_to(
    headers: Iterable[tuple[bytes, bytes]], refusal: Refused, retry_after: int = RETRY_AFTER
) -> tuple[Headers, bytes]:
    """The headers and the body of a refusal, for a request with `headers`; it is counted."""
    body = _page_of(headers, refusal)
    more = ((b"Retry-After", retry_after), (b"Content-Length", len(body)))
    return [*HEADERS, *((name, str(value).encode()) for name, value in more)], body


def _page_of(headers: Iterable[tuple[bytes, bytes]], refusal: Refused) -> bytes:
    """The refusal as a page, or as a fragment for htmx, in the reader's language."""
    metrics.refused(refusal.code)
    given = dict(headers)
    language = language_of(given)
    with translation.override(language):
        if given.get(b"hx-request") == b"true":
            return screens.alert_html(str(refusal)).encode()
        title, sentence = escape(_("That didn’t work")), escape(str(refusal))
        return PAGE.format(language=language, title=title, sentence=sentence).encode()


async def refuse(
    scope: dict[str, Any], send: Any, refusal: Refused, retry_after: int = RETRY_AFTER
) -> None:
    """Send the refusal of an HTTP request."""
    headers, body = response_to(scope["headers"], refusal, retry_after)
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if _is_head(scope) else body})


def _is_head(scope: dict[str, Any]) -> bool:
    return bool(scope["method"] == "HEAD")
