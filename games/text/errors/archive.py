"""Refusals about games that are over, their records and analyses, and about lessons."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused


class NoSuchGame(Refused):
    """The game is unknown, running, or not open to this player; the response does not say which."""

    code = "no-such-game"
    sentence = gettext_noop("We can’t find that game, or it isn’t shared with you.")
    status = 404


class UnreadableGame(Refused):
    """The stored log of a game does not replay; `reason` is for the operator."""

    code = "unreadable-game"
    sentence = gettext_noop("This game can’t be read. The site’s operator can find out why.")
    status = 500


class NoSuchMoment(Refused):
    code = "no-such-moment"
    sentence = gettext_noop("This game has no such move.")
    status = 404


class NoSuchSight(Refused):
    code = "no-such-sight"
    sentence = gettext_noop("This game has no such seat.")
    status = 404


class NothingToPlay(Refused):
    code = "nothing-to-play"
    sentence = gettext_noop("The game is over here. Go back to an earlier move to play on.")


class NotPlayedToTheEnd(Refused):
    code = "not-played-to-the-end"
    sentence = gettext_noop("Only finished games can be analysed.")


class TooManyReviews(Refused):
    code = "too-many-reviews"
    sentence = gettext_noop("You have %(count)s analyses running. Try again when one is done.")


class TooManyRecords(Refused):
    code = "too-many-records"
    sentence = gettext_noop("You can import %(count)s games at most. Nothing was imported.")


class RecordsDidNotFit(Refused):
    code = "records-did-not-fit"
    sentence = gettext_noop(
        "You can import %(count)s games at most. Only some of these were imported."
    )


class NoSuchStep(Refused):
    code = "no-such-step"
    sentence = gettext_noop("This lesson has no such step. Start it again from the home page.")
    status = 404
