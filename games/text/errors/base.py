"""What every refusal is, and those that any request may meet."""

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class Refused(Exception):
    """A request that is refused; `facts` fill the gaps of `sentence`."""

    code: ClassVar[str]
    sentence: ClassVar[str]
    status: ClassVar[int] = 409

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code)
        self.facts = facts

    def __str__(self) -> str:
        return _(self.sentence) % self.facts


class BadInput(Refused):
    """`reason` is already a sentence."""

    code = "bad-input"
    sentence = "%(reason)s"
    status = 400


class TooLarge(Refused):
    code = "too-large"
    sentence = gettext_noop("That’s too large: %(size)s at most. Nothing was saved.")
    status = 413


class TooFast(Refused):
    code = "too-fast"
    sentence = gettext_noop("Too many requests. Try again in %(seconds)s s.")
    status = 429


class Busy(Refused):
    code = "busy"
    sentence = gettext_noop("The site is busy. Nothing was changed. Please try again.")
    status = 503
