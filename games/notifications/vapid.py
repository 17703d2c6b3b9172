"""The key with which this site signs its push messages (VAPID, RFC 8292)."""

import time
from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

# A signature is used for an hour, and is valid for longer than a message waits to be sent again.
REUSED, VALID = 3_600, 12 * 3_600


@lru_cache(maxsize=1)
def _key(text: str) -> Vapid02:
    return Vapid02.from_string(text)


def public_key() -> str:
    """The public key, as browsers take it when they subscribe."""
    point = _key(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return urlsafe_b64encode(point).decode().rstrip("=")


def authorization(origin: str) -> str:
    """The header `Authorization` for the push service at this origin."""
    return _signed(settings.VAPID_PRIVATE_KEY, _subject(), origin, int(time.time() // REUSED))


@lru_cache(maxsize=1_000)
def _signed(key: str, subject: str, origin: str, period: int) -> str:
    claims = {"aud": origin, "exp": period * REUSED + VALID, "sub": subject}
    return str(_key(key).sign(claims)["Authorization"])


def _subject() -> str:
    """How the operator can be reached; push services want a mail address or a page."""
    if settings.VAPID_SUBJECT:
        return str(settings.VAPID_SUBJECT)
    https = [origin for origin in settings.SITE_ORIGINS if origin.startswith("https://")]
    return https[0] if https else "mailto:webmaster@localhost.localdomain"
