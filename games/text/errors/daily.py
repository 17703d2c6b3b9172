"""Refusals about the deal of the day."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused


class NoSuchDay(Refused):
    code = "no-such-day"
    sentence = gettext_noop("There is no deal of the day for this address.")
    status = 404


class DayIsOver(Refused):
    code = "day-is-over"
    sentence = gettext_noop("This day is over. Soon you can play its deal in the archive.")


class DayIsToCome(Refused):
    code = "day-is-to-come"
    sentence = gettext_noop("This day hasn’t begun yet.")


class DealIsSecret(Refused):
    code = "deal-is-secret"
    sentence = gettext_noop(
        "This is the deal of the day. It is open to everybody when the day is over."
    )
    status = 403


class RoomOfTheDay(Refused):
    code = "room-of-the-day"
    sentence = gettext_noop("You can’t do that in a deal of the day: it’s the same for everybody.")
