"""The active language in a plain context variable.

Django keeps it in asgiref's `Local`, which is a context variable under three calls of Python. Each
translated text, number and part of a page asks for it, some forty times for a move, and the asking
took longer than all the rest of a translation. `install` puts a context variable in its place: as
before, a task or thread has the language of the context that it was started with.
"""

from contextvars import ContextVar
from typing import Any

from django.utils.translation import trans_real

ACTIVE = "_active"


class ActiveLanguage:
    """What `trans_real` needs of its `_active`: an attribute `value` that may be missing."""

    __slots__ = ("_language",)

    def __init__(self) -> None:
        self._language: ContextVar[Any] = ContextVar("active_language")

    @property
    def value(self) -> Any:
        """The translations in use; raises AttributeError if no language was activated."""
        found = self._language.get(None)
        if found is None:
            raise AttributeError("value")
        return found

    @value.setter
    def value(self, translations: Any) -> None:
        self._language.set(translations)

    @value.deleter
    def value(self) -> None:
        self._language.set(None)


def install() -> None:
    """Let Django keep its active language so, in this process."""
    if not isinstance(vars(trans_real)[ACTIVE], ActiveLanguage):
        setattr(trans_real, ACTIVE, ActiveLanguage())
