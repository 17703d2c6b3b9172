"""Refusals about tables that anybody may join: who sits with whom, leaves, blocks."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused


class NotAnOpenTable(Refused):
    code = "not-an-open-table"
    sentence = gettext_noop("This table isn’t open to anyone any more.")


class NeedsAClock(Refused):
    code = "needs-a-clock"
    sentence = gettext_noop(
        "An open table needs a time for each turn and a bot for those who are away."
    )


class PlayedToTheEnd(Refused):
    code = "played-to-the-end"
    sentence = gettext_noop(
        "An open game is played to its end. If you leave, a bot plays on for you."
    )


class BotsComeLater(Refused):
    code = "bots-come-later"
    sentence = gettext_noop("Wait a little longer for other players. Bots can fill in soon.")


class NoProgramsHere(Refused):
    code = "no-programs-here"
    sentence = gettext_noop("You can’t connect a bot (API) at an open table.")
    status = 403


class RatedIsForAccounts(Refused):
    code = "rated-for-accounts"
    sentence = gettext_noop("Rated games need an account. Log in or sign up first.")
    status = 403


class GuestsAreSeated(Refused):
    code = "guests-are-seated"
    sentence = gettext_noop("Rated games need an account, and there’s a guest at the table.")


class CannotPlayTogether(Refused):
    """Somebody at the table has blocked somebody else there; the sentence does not say who."""

    code = "cannot-play-together"
    sentence = gettext_noop("Some of the players here don’t play together in open games.")


class CannotSitHere(Refused):
    """The player and somebody at the table do not play together; it does not say who or why."""

    code = "cannot-sit-here"
    sentence = gettext_noop("You can’t take a seat at this table. Choose another one.")
    status = 403


class SeatedElsewhere(Refused):
    code = "seated-elsewhere"
    sentence = gettext_noop("You already have a seat at another open table. Leave it first.")


class MutedAtOpenTables(Refused):
    """`until` is already written as a date."""

    code = "muted-at-open-tables"
    sentence = gettext_noop("You’re muted, so you can’t join open tables until %(until)s.")
    status = 403


class TooManyLeaves(Refused):
    """`until` is already written as a date."""

    code = "too-many-leaves"
    sentence = gettext_noop(
        "You left %(count)s open games lately. You can join open tables again from %(until)s."
    )
    status = 403


class TooManyBlocks(Refused):
    code = "too-many-blocks"
    sentence = gettext_noop("Your list is full: %(count)s at most. Remove someone first.")
