"""Writes e-mails that are due, for those who have a verified address and want them."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings

from games.models import Game, Letter, LetterKind, MailAddress
from games.text.numbers import zone_of

PAUSE = timedelta(hours=1)
DIGEST_HOUR = 8  # in the reader's own zone
Wish = MailAddress.Wish


def write(kind: LetterKind, player_ids: Iterable[int], game: Game, now: datetime) -> None:
    """A letter about the game to each of these people: at most one an hour, or one a day.

    It takes the place of those about the same game that have not been sent.
    """
    if not settings.EMAIL_URL:
        return
    known = MailAddress.objects.filter(player__in=player_ids, verified_at__isnull=False)
    rows = [_letter(address, kind, game, now) for address in known.exclude(wish=Wish.OFF)]
    if rows:
        waiting = Letter.objects.filter(
            game=game, sent_at=None, lease="", version__lte=game.version
        )
        waiting.filter(address__in=[row.address_id for row in rows]).exclude(
            kind=kind, version=game.version
        ).delete()
        Letter.objects.bulk_create(rows, ignore_conflicts=True)


def write_digest(address: MailAddress, now: datetime) -> None:
    """The next digest; it is sent if games wait by then. There is one of a day at most."""
    if address.wish == Wish.DIGEST and address.verified_at is not None:
        Letter.objects.bulk_create([_digest(address, now)], ignore_conflicts=True)


def _letter(address: MailAddress, kind: LetterKind, game: Game, now: datetime) -> Letter:
    if address.wish == Wish.DIGEST:
        return _digest(address, now)
    last = Letter.objects.filter(address=address, game=game, sent_at__isnull=False)
    newest = last.order_by("-sent_at").values_list("sent_at", flat=True).first()
    due_at = max(now, newest + PAUSE) if newest else now
    return Letter(address=address, kind=kind, game=game, version=game.version, due_at=due_at)


def _digest(address: MailAddress, now: datetime) -> Letter:
    local = _next_digest(now.astimezone(zone_of(address.zone)))
    facts: dict[str, Any] = {"version": local.date().toordinal(), "due_at": local.astimezone(UTC)}
    return Letter(address=address, kind=LetterKind.DIGEST, **facts)


def _next_digest(local: datetime) -> datetime:
    today = local.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today > local else today + timedelta(days=1)
