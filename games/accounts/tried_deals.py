"""Which deals of the day somebody has begun in this browser, whoever it was: a signed cookie.

It outlives logging out and erasing oneself, so that in one browser nobody plays a deal first as one
player, and then, knowing its cards, as another whose try would count. It names deals and nobody,
and is gone when they are over.
"""

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE, SALT = "deals", "games.tried_deals"
MOST_DEALS = 8
KEPT = timedelta(days=2)


def is_tried(request: HttpRequest, deal_id: int) -> bool:
    """Whether somebody has begun the deal in the browser of the request."""
    return deal_id in _tried_in(request)


def remember(request: HttpRequest, response: HttpResponse, deal_id: int) -> None:
    """Note in the browser that somebody has begun the deal."""
    tried = [deal_id, *(each for each in _tried_in(request) if each != deal_id)][:MOST_DEALS]
    response.set_cookie(
        COOKIE,
        signing.dumps(tried, salt=SALT),
        max_age=KEPT,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _tried_in(request: HttpRequest) -> list[int]:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return []
    return [each for each in found if isinstance(each, int)]
