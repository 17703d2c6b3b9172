"""Links in e-mails: signed, each for one purpose, so that nobody has to log in to open them."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from games.models import MailAddress, User

VERIFY, OFF = "games.mail.verify", "games.mail.off"
VERIFY_SECONDS = 2 * 86_400


class PasswordLinks(PasswordResetTokenGenerator):
    """Links for a new password: void after it, a log-in, a log-out everywhere, another address."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        proved = MailAddress.objects.filter(player__user=user, verified_at__isnull=False)
        address = proved.values_list("address", flat=True).first() or ""
        return f"{super()._make_hash_value(user, timestamp)}{user.login_key} {address}"


password_links = PasswordLinks()


def site() -> str:
    """The origin of the site, as the operator has named it; never that of a request."""
    return str(settings.SITE_ORIGINS[0]) if settings.SITE_ORIGINS else ""


def host() -> str:
    """The host of the site, without its port."""
    return urlsplit(site()).hostname or "localhost"


def verify_link(address: MailAddress) -> str:
    """Opened by whoever reads the mail of this address, and no other."""
    token = signing.dumps([address.pk, address.address], salt=VERIFY)
    return site() + reverse("mail-verify", args=[token])


def verified_by(token: str) -> MailAddress | None:
    """The address that the link was sent to, if it is still the same."""
    return _address(token, VERIFY, VERIFY_SECONDS)


def off_link(address: MailAddress) -> str:
    """Ends the e-mails about games; it stays good for ever."""
    token = signing.dumps([address.pk, address.address], salt=OFF)
    return site() + reverse("mail-off", args=[token])


def off_by(token: str) -> MailAddress | None:
    """The address whose e-mails the link ends."""
    return _address(token, OFF, None)


def _address(token: str, salt: str, seconds: int | None) -> MailAddress | None:
    try:
        number, address = signing.loads(token[:1_000], salt=salt, max_age=seconds)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return MailAddress.objects.filter(pk=number, address=address).first()


def password_path(user: User) -> str:
    """The path of a page on which a new password can be set, once and for three days."""
    number = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("new-password", args=[number, password_links.make_token(user)])


def user_behind(number: str, token: str) -> User | None:
    """The account for which the link sets a password; None if it was used or is too old."""
    try:
        user = User.objects.filter(pk=int(urlsafe_base64_decode(number)), is_active=True).first()
    except (ValueError, OverflowError):
        return None
    is_good = user is not None and password_links.check_token(user, token)
    return user if is_good else None
