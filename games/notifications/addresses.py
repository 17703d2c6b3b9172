"""E-mail addresses of accounts: given, proved by a link, removed; links for new passwords."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from games.accounts import limits
from games.models import Letter, LetterKind, MailAddress, Player, username_key
from games.notifications.letter_queue import write_digest
from games.text.errors import TooFast

MOST_ACCOUNTS = 5  # with the same address, to which links for new passwords are sent


def is_possible() -> bool:
    """Whether this site can send e-mails."""
    return bool(settings.EMAIL_URL)


@transaction.atomic
def set_address(player: Player, address: str, wish: str, zone: str = "") -> bool:
    """Store the address and what is wanted; whether a link was sent, as it is not proved yet.

    Raises TooFast, and nothing has changed, if many accounts have just given this address: none of
    them need be its owner's.
    """
    now = timezone.now()
    known = MailAddress.objects.filter(player=player).first() or MailAddress(player=player)
    if known.address != address:
        known.address, known.verified_at = address, None
    known.wish, known.language = wish, get_language() or settings.LANGUAGE_CODE
    known.zone = zone
    known.save()
    if known.verified_at is None:
        limits.check("mail", f"verify {address.casefold()}")
        Letter.objects.create(address=known, kind=LetterKind.VERIFY, due_at=now)
    write_digest(known, now)
    return known.verified_at is None


def remove_address(player: Player) -> None:
    """Forget the player's address."""
    MailAddress.objects.filter(player=player).delete()


def prove(address: MailAddress, now: datetime | None = None) -> None:
    """Its owner has opened the link."""
    address.verified_at = address.verified_at or now or timezone.now()
    address.save(update_fields=["verified_at"])
    write_digest(address, timezone.now())


def switch_off(address: MailAddress) -> None:
    """Write no more about games; links for a new password are still sent."""
    address.wish = MailAddress.Wish.OFF
    address.save(update_fields=["wish"])


def send_password_links(who: str) -> None:
    """Write to the verified address of the account with this name, and to those that are this one.

    Whether there are any is not told to the caller. A username may be another's address.
    """
    proved = MailAddress.objects.filter(verified_at__isnull=False, player__user__is_active=True)
    named = proved.filter(player__user__username_key=username_key(who))
    for address in {*named, *proved.filter(address__iexact=who)[:MOST_ACCOUNTS]}:
        _send_password_link(address)


def _send_password_link(address: MailAddress) -> None:
    """Write a link; not to a mailbox to which others have just let many be written."""
    try:
        limits.check("mail", f"reset {address.pk}")
    except TooFast:
        return
    Letter.objects.create(address=address, kind=LetterKind.RESET, due_at=timezone.now())
