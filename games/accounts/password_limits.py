"""Limits on wrong passwords: per account and address, per account, and per address.

A try is counted before the password is compared, and the count is taken back if it was right, so
that tries at the same time cannot exceed the limit. Rows are locked while they are counted.
"""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.accounts.addresses import limited_address
from games.models import LoginTries, username_key
from games.text.errors import TooManyTries

QUARTER, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)
SLACK = timedelta(seconds=60)


@dataclass(frozen=True, slots=True)
class Bound:
    """At most `most` wrong passwords in `time`, counted under one key."""

    key: str
    most: int
    time: timedelta
    account: str = ""


@dataclass(frozen=True, slots=True)
class Guess:
    """A try to log in; `device` is set for a browser in which the account has logged in before."""

    username: str
    address: str
    device: str = ""

    @property
    def account(self) -> str:
        """The digest of the username under which tries are stored."""
        return _digest("account", username_key(self.username))

    def bounds(self) -> tuple[Bound, ...]:
        """The limits that this try counts for.

        A known device is counted by itself, so that tries elsewhere cannot lock its owner out.
        """
        account, place = self.account, self.device or limited_address(self.address)
        pair = Bound(_digest("pair", account, place), settings.LOGIN_TRIES, QUARTER, account)
        key = _digest("device", account, place) if self.device else account
        whole_day = Bound(key, settings.LOGIN_TRIES_PER_ACCOUNT, DAY, account)
        if self.device:
            return pair, whole_day
        key = _digest("address", place)
        return pair, whole_day, Bound(key, settings.LOGIN_TRIES_PER_ADDRESS, HOUR)


@transaction.atomic
def count(guess: Guess) -> None:
    """Count a try; raises TooManyTries, and nothing is counted, above a limit."""
    now = timezone.now()
    for bound in guess.bounds():
        _count(bound, now)


def _count(bound: Bound, now: datetime) -> None:
    fresh = {"account": bound.account, "until": now + bound.time}
    row, _ = LoginTries.objects.select_for_update().get_or_create(key=bound.key, defaults=fresh)
    if not now < row.until <= now + bound.time + SLACK:  # over, or from a clock that was ahead
        row.count, row.until = 0, now + bound.time
    if row.count >= bound.most:
        wait = row.until - now
        seconds, minutes = wait.total_seconds(), wait / timedelta(minutes=1)
        raise TooManyTries(seconds=math.ceil(seconds), minutes=math.ceil(minutes))
    row.count += 1
    row.save()


def give_back(guess: Guess) -> None:
    """Take back one counted try, as the password was right."""
    keys = [bound.key for bound in guess.bounds()]
    LoginTries.objects.filter(key__in=keys, count__gt=0).update(count=F("count") - 1)


def forget_account(username: str) -> None:
    """Delete the tries that were counted for this username."""
    LoginTries.objects.filter(account=Guess(username, "").account).delete()


def clear_old() -> int:
    """Delete rows that no longer count; how many these were."""
    now = timezone.now()
    over = Q(until__lte=now) | Q(until__gt=now + DAY + SLACK)
    deleted, _ = LoginTries.objects.filter(over).delete()
    return deleted


def _digest(*words: str) -> str:
    """A digest that nobody can compute for a list of addresses without the secret key."""
    return salted_hmac("games.guessing", "\0".join(words), algorithm="sha256").hexdigest()
