"""Compresses pages for the way to the browser; static files lie compressed already.

Brotli at this quality takes as long as gzip and makes pages a tenth smaller. Who can see how long
an encrypted page is, and can write into it, could guess what else is in it from how well it is
compressed. So each page gets a random number of random characters, in a comment at its end, and a
form's token is another one each time. Gzip is Django's, which does the same in the file's header.
"""

import re
import secrets

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

COMPRESSED = ("text/html", "image/svg+xml")
ACCEPTS_BROTLI = re.compile(r"\bbr\b")
QUALITY = 6
SHORT = 200  # bytes that it does not pay to compress
MOST_PADDING = 100


class PageCompression(GZipMiddleware):
    """Middleware that compresses pages and drawn pictures; downloads are sent as they are made."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if not ACCEPTS_BROTLI.search(accepted) or response.has_header("Content-Encoding"):
            return super().process_response(request, response)
        return _by_brotli(response)


def _by_brotli(response: HttpResponseBase) -> HttpResponseBase:
    if len(response.content) < SHORT:  # type: ignore[attr-defined]
        return response
    patch_vary_headers(response, ("Accept-Encoding",))
    padded = response.content + _padding()  # type: ignore[attr-defined]
    response.content = brotli.compress(padded, quality=QUALITY)  # type: ignore[attr-defined]
    response.headers["Content-Length"] = str(len(response.content))  # type: ignore[attr-defined]
    response.headers["Content-Encoding"] = "br"
    return response


def _padding() -> bytes:
    """A comment of HTML and of SVG, of a length that nobody knows."""
    letters = secrets.token_urlsafe(MOST_PADDING)[: secrets.randbelow(MOST_PADDING)]
    return f"<!--{letters.replace('-', '_')}-->".encode()
