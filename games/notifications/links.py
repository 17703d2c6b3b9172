"""Links in e-mails: signed, each for one purpose, so that nobody has to log in to open them."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse

from games.models import MailAddress

VERIFY, OFF = "games.mail.verify", "games.mail.off"
VERIFY_SECONDS = 2 * 86_400


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
