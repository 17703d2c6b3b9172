"""Headers of every response: caching, permissions of the browser, resource policy."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

NOT_STORED = "private, no-store"
# For pages with nothing personal but the navigation: a browser may keep and revalidate them.
REVALIDATED = "private, no-cache"
RULES = frozenset({"rules", "rules-of"})
FOR_SEARCH_ENGINES = RULES | {"home", "learn", "ratings", "robots", "service-worker", "manifest"}
PREVIEWS = f"{settings.STATIC_URL}img/previews/"
# What speaks of documents, and by what a browser asks whether a file has changed: our files are no
# documents and never change under their names, and a dozen of them come with a first visit.
NOT_OF_FILES = ("Referrer-Policy", "Cross-Origin-Opener-Policy", "ETag", "Last-Modified")
UNUSED = (
    *("accelerometer", "bluetooth", "browsing-topics", "camera", "display-capture"),
    *("geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment"),
    *("publickey-credentials-get", "serial", "usb", "xr-spatial-tracking"),
)
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)

Handler = Callable[[HttpRequest], HttpResponseBase]


def private_by_default(get_response: Handler) -> Handler:
    """Middleware that adds the headers which a response has not set itself."""

    def add_headers(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", _caching(request))
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", _embedding(request))
        if not _is_for_search_engines(request):
            response.headers.setdefault("X-Robots-Tag", "noindex")
        return response

    return add_headers


def brief_for_files(get_response: Handler) -> Handler:
    """Middleware that takes from files with a fingerprint the headers that they do not need."""

    def shorten(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "immutable" in response.headers.get("Cache-Control", ""):
            for name in NOT_OF_FILES:
                response.headers.pop(name, None)
        return response

    return shorten


def _caching(request: HttpRequest) -> str:
    match = request.resolver_match
    return REVALIDATED if match and match.url_name in RULES else NOT_STORED


def _embedding(request: HttpRequest) -> str:
    """Other sites may show the pictures of link previews, and nothing else."""
    return "cross-origin" if request.path.startswith(PREVIEWS) else "same-origin"


def _is_for_search_engines(request: HttpRequest) -> bool:
    """Whether a page may be listed; a file that no view has answered is part of others."""
    match = request.resolver_match
    return match is None or match.url_name in FOR_SEARCH_ENGINES
