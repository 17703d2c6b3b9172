"""Headers of every response: caching, permissions of the browser, resource policy."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

NOT_STORED = "private, no-store"
# For pages with nothing personal but the navigation: a browser may keep and revalidate them.
REVALIDATED = "private, no-cache"
RULES = frozenset({"rules", "rules-of"})
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
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

    return add_headers


def _caching(request: HttpRequest) -> str:
    match = request.resolver_match
    return REVALIDATED if match and match.url_name in RULES else NOT_STORED
