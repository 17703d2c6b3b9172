"""Refusals about a running game: moves, auto-bids, the clock, stand-ins, programs."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused


class NotSeated(Refused):
    code = "not-seated"
    sentence = gettext_noop("You’re watching. Only players at the table can act.")
    status = 403


class TableMovedOn(Refused):
    code = "table-moved-on"
    sentence = gettext_noop("The table has changed, so your move wasn’t played. Look again.")


class AutoBidTooLow(Refused):
    code = "order-too-low"  # what programs and metrics know it by
    sentence = gettext_noop("Set a limit above the highest bid.")


class NoTimeLeft(Refused):
    code = "no-time-left"
    sentence = gettext_noop("You have no extra time left in this game.")


class NobodyIsAway(Refused):
    code = "nobody-is-away"
    sentence = gettext_noop("That player is back. Nothing was changed.")


class NoSuchToken(Refused):
    code = "no-such-token"
    sentence = gettext_noop("This token isn’t valid. Get a new one in the room.")
    status = 401
