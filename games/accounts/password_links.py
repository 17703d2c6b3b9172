"""Links on which a new password is set: signed, good once and for three days."""

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from games.models import MailAddress, User


class PasswordLinks(PasswordResetTokenGenerator):
    """Links for a new password: void after it, a log-in, a log-out everywhere, another address."""

    def _make_hash_value(self, user: Any, timestamp: int) -> str:
        proved = MailAddress.objects.filter(player__user=user, verified_at__isnull=False)
        address = proved.values_list("address", flat=True).first() or ""
        return f"{super()._make_hash_value(user, timestamp)}{user.login_key} {address}"


password_links = PasswordLinks()


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
