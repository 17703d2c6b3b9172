"""Logging in by password: counting tries, and a cookie for browsers that an account knows."""

import secrets
from typing import Any, cast

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from games.accounts import password_limits
from games.accounts.password_limits import Guess
from games.accounts.session import address_of
from games.accounts.shared_browsers import note_browser
from games.models import PASSWORD_LENGTH, USERNAME_LENGTH, User

COOKIE, SALT = "known", "games.passwords"
MOST_ACCOUNTS = 5
Known = dict[str, str]


class Guard:
    """An authentication backend that comes first: it counts tries and authenticates nobody."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **_: Any,
    ) -> None:
        """Count the try.

        Raises TooManyTries above a limit, PermissionDenied if a field is too long to be right.
        """
        if username is None or password is None:
            return
        if len(username) > USERNAME_LENGTH or len(password) > PASSWORD_LENGTH:
            raise PermissionDenied
        count_try(request or HttpRequest(), username)


def count_try(request: HttpRequest, username: str) -> None:
    """Count a password before it is compared; raises TooManyTries above a limit."""
    guess = _guess(request, username)
    password_limits.count(guess)
    request.guess = guess  # type: ignore[attr-defined]


def has_logged_in(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """After a right password: take the try back, and remember this browser in a cookie."""
    guess = getattr(request, "guess", None)
    if guess is not None:
        password_limits.give_back(guess)
    known = _known_in(request)
    device = known.pop(str(user.pk), "") or secrets.token_urlsafe(12)
    newest = [(str(user.pk), device), *known.items()][:MOST_ACCOUNTS]
    note_browser(number for number, _ in newest)
    response.set_cookie(
        COOKIE,
        signing.dumps(dict(newest), salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _guess(request: HttpRequest, username: str) -> Guess:
    known = _known_in(request)
    user = _account(username) if known else None
    device = known.get(str(user.pk), "") if user else ""
    return Guess(username, address_of(request), device)


def _account(username: str) -> User | None:
    try:
        return User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        return None


def _known_in(request: HttpRequest) -> Known:
    """The accounts that have logged in in this browser, each with the browser's id there."""
    sent = request.COOKIES.get(COOKIE, "")
    try:
        found = signing.loads(sent, salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return {}
    return cast("Known", found)
