"""Refusals about people: names, accounts, e-mail addresses, sanctions."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused, TooFast


class AccountsOnly(Refused):
    code = "accounts-only"
    sentence = gettext_noop("You need an account for that. Sign up first.")
    status = 403


class NoSuchProfile(Refused):
    """Nobody has this name, or they show no profile; the response does not say which."""

    code = "no-such-profile"
    sentence = gettext_noop("We can’t find a profile with that name.")
    status = 404


class NameIsGiven(Refused):
    code = "name-is-given"
    sentence = gettext_noop("A moderator gave you this name. You can’t change it yet.")
    status = 403


class NameIsTaken(Refused):
    """`name` is the name that was asked for, `free` one like it that nobody here has."""

    code = "name-taken"
    sentence = gettext_noop("That name is taken here. How about “%(free)s”?")


class TooManyTries(TooFast):
    code = "too-many-tries"
    sentence = gettext_noop("Too many wrong passwords. Try again in %(minutes)s min.")


class MailIsOff(Refused):
    code = "mail-is-off"
    sentence = gettext_noop("This site sends no e-mails.")
    status = 404


class NoSuchLink(Refused):
    code = "no-such-link"
    sentence = gettext_noop("This link isn’t valid any more. Ask for a new one.")
    status = 404


class Banned(Refused):
    """`until` is already written as a date."""

    code = "banned"
    sentence = gettext_noop("You’re suspended until %(until)s.")
    status = 403


class Silent(Refused):
    """`until` is already written as a date."""

    code = "silent"
    sentence = gettext_noop("You can’t chat until %(until)s.")
    status = 403


class HasJudged(Refused):
    code = "has-judged"
    sentence = gettext_noop("This account is named in the moderation log, so it can’t be deleted.")
    status = 403


class NotImpartial(Refused):
    code = "not-impartial"
    sentence = gettext_noop("You’re involved in this. Another moderator has to decide.")
    status = 403
