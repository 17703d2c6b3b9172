"""Compresses pages for the way to the browser; static files lie compressed already.

Who can see how long an encrypted page is, and can write into it, could guess what else is in it
from how well it is compressed. Django's middleware therefore adds a random number of bytes to each
page, and a form's token is another one each time.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

COMPRESSED = ("text/html", "image/svg+xml")


class PageCompression(GZipMiddleware):
    """Middleware that compresses pages and drawn pictures; downloads are sent as they are made."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith(COMPRESSED):
            return response
        return super().process_response(request, response)
