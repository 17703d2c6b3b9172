"""The active language in a plain context variable, and translations that are looked up once.

Django keeps it in asgiref's `Local`, which is a context variable under three calls of Python. Each
translated text, number and part of a page asks for it, some forty times for a move, and the asking
took longer than all the rest of a translation. `install` puts a context variable in its place: as
before, a task or thread has the language of the context that it was started with.

A text is looked for in the catalogue of each app and its fallbacks, and cleaned before that.
`remembering` keeps what was found, for each language; a move needs some twenty texts. Literals of
Django's templates are marked as safe, and so is then what comes back; what is kept is not.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import trans_real

ACTIVE = "_active"
MOST_TEXTS = 10_000  # of a language; there are some two thousand
KINDS = (str, SafeString)


class ActiveLanguage:
    """What `trans_real` needs of its `_active`: an attribute `value` that may be missing."""

    __slots__ = ("_language",)

    def __init__(self) -> None:
        self._language: ContextVar[Any] = ContextVar("active_language")

    @property
    def texts(self) -> dict[str, str] | None:
        """What is known in the active language; None if there is none."""
        found = self._language.get(None)
        if found is None:
            return None
        known: dict[str, str] = found.__dict__.setdefault("known_texts", {})
        return known

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


def remembering(look_up: Callable[[str], str]) -> Callable[[str], str]:
    """`look_up`, which asks each language once for a text; a safe text gets a safe answer."""

    def gettext(message: str) -> str:
        active = getattr(trans_real, ACTIVE)
        known = getattr(active, "texts", None)
        if known is None or type(message) not in KINDS:
            return look_up(message)
        found: str | None = known.get(message)
        if found is None:
            found = _plain(look_up(message))
            if len(known) < MOST_TEXTS:
                known[_plain(message)] = found
        return SafeString(found) if type(message) is SafeString else found

    return gettext


def _plain(text: str) -> str:
    """`text` without its mark, if it is marked as safe."""
    return str.__str__(text)


def install() -> None:
    """Let Django keep its active language so, in this process."""
    if isinstance(vars(trans_real)[ACTIVE], ActiveLanguage):
        return
    setattr(trans_real, ACTIVE, ActiveLanguage())
    real: Any = trans_real
    real.gettext = remembering(real.gettext)
    forwarding: Any = vars(translation)["_trans"]
    forwarding.__dict__.pop("gettext", None)  # it keeps what it has asked for once
