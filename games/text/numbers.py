"""Numbers as people read them (money, status, percent, times), and digits that people send."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.editions import Edition, MoneyStyle
from games.engine.scoring import Number

PLACES = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}
ID_DIGITS = 17  # enough for any primary key, and small enough for every database


def whole_number(text: str, digits: int = 6) -> int | None:
    """The number that at most `digits` ASCII digits spell; None for any other text.

    `int` alone would take signs, spaces, underscores, digits of other scripts, and any length.
    """
    is_number = len(text) <= digits and text.isascii() and text.isdecimal()
    return int(text) if is_number else None


def percent(part: float, whole: float = 1) -> int:
    """The share that `part` is of `whole`, in whole percent."""
    return round(100 * part / whole)


def percent_text(share: float) -> str:
    """A share from 0 to 1 as text, in whole percent."""
    return _("%(number)s%%") % {"number": percent(share)}


def count_text(number: float) -> str:
    """A number of wins, with one or two digits for parts of shared wins."""
    digits = next(digits for digits in (0, 1, 2) if digits == 2 or _is_exact(number, digits))
    return number_format(round(number, digits), digits)


def _is_exact(number: float, digits: int) -> bool:
    return abs(number - round(number, digits)) < 0.005


def grouped_text(number: int) -> str:
    """A whole number with separators between thousands."""
    return number_format(number, force_grouping=True)


def average_text(number: float) -> str:
    """An average, with one digit after the decimal point."""
    return number_format(number, 1)


def money_text(edition: Edition, amount: int) -> str:
    """An amount of money as the edition writes it."""
    return _money_text(edition, amount, get_language())


@lru_cache(maxsize=2_000)
def _money_text(edition: Edition, amount: int, language: str | None) -> str:  # noqa: ARG001
    match edition.money_style:
        case MoneyStyle.DOLLARS:
            return _("$%(amount)s") % {"amount": number_format(amount, force_grouping=True)}
        case MoneyStyle.GROUPED:
            return number_format(amount, force_grouping=True)
        case MoneyStyle.THOUSANDS:
            return str(amount // 1000)
        case MoneyStyle.PLAIN:
            return str(amount)


def status_text(status: Number) -> str:
    """A status as text: halves as ½, with a minus sign (−), not a hyphen."""
    whole, half = divmod(abs(status), 1)
    digits = f"{int(whole) or '' if half else int(whole)}{'½' if half else ''}"
    return f"−{digits}" if status < 0 else digits


def moment_text(moment: datetime, zone: str = "") -> str:
    """Date and time in the zone, with the zone's short name; in UTC if there is no such zone."""
    local = moment.astimezone(zone_of(zone))
    name = local.strftime("%Z")
    short = name if name.isalpha() else f"UTC{name}"  # some zones have an offset for a name
    return f"{date_format(local, 'DATETIME_FORMAT')} {short}"


def zone_of(name: str) -> ZoneInfo:
    """The time zone with this name, UTC if there is none."""
    return ZoneInfo(name if name in zone_names() else "UTC")


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The names of all time zones that are named after places, in order."""
    return tuple(sorted(name for name in available_timezones() if name.partition("/")[0] in PLACES))
