"""The active language in a plain context variable, and translations that are looked up once.

Django keeps it in asgiref's `Local`, which is a context variable under three calls of Python. Each
translated text, number and part of a page asks for it, some forty times for a move, and the asking
took longer than all the rest of a translation. `install` puts a context variable in its place: as
before, a task or thread has the language of the context that it was started with.

A text is looked for in the catalogue of each app and its fallbacks, and cleaned before that.
`remembering` keeps what was found, for each language; a move needs some twenty texts, and asks as
often which language is active (`asking_less`). Literals of Django's templates are marked as safe,
and so is then what comes back; what is kept is not.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, cast

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import trans_real

ACTIVE = "_active"
MOST_TEXTS = 10_000  # of a language; there are some two thousand
KINDS = (str, SafeString)


class ActiveLanguage:
    """What `trans_real` needs of its `_active`: an attribute `value` that may be missing."""

    __slots__ = ("variable",)

    def __init__(self) -> None:
        self.variable: ContextVar[Any] = ContextVar("active_language", default=None)

    @property
    def value(self) -> Any:
        """The translations in use; raises AttributeError if no language was activated."""
        found = self.variable.get()
        if found is None:
            raise AttributeError("value")
        return found

    @value.setter
    def value(self, translations: Any) -> None:
        self.variable.set(translations)

    @value.deleter
    def value(self) -> None:
        self.variable.set(None)


def remembering(look_up: Callable[[str], str], active: ActiveLanguage) -> Callable[[str], str]:
    """`look_up`, which asks each language once for a text; a safe text gets a safe answer."""
    translations_in_use = active.variable.get

    def gettext(message: str) -> str:
        translations = translations_in_use()
        if translations is None or type(message) not in KINDS:
            return look_up(message)
        known: dict[str, str] = translations.__dict__.setdefault("known_texts", {})
        found = known.get(message)
        if found is None:
            found = _plain(look_up(message))
            if len(known) < MOST_TEXTS:
                known[_plain(message)] = found
        return found if type(message) is str else SafeString(found)

    return gettext


def _plain(text: str) -> str:
    """`text` without its mark, if it is marked as safe."""
    return str.__str__(text)


def asking_less(
    get_language: Callable[[], str | None], active: ActiveLanguage
) -> Callable[[], str | None]:
    """`get_language` of Django, for which a language that was activated is asked directly."""
    translations_in_use = active.variable.get

    def language() -> str | None:
        translations = translations_in_use()
        found: str | None = (
            translations.to_language() if translations is not None else get_language()
        )
        return found

    return language


def install() -> None:
    """Let Django keep its active language so, in this process."""
    if isinstance(vars(trans_real)[ACTIVE], ActiveLanguage):
        return
    active, real = ActiveLanguage(), cast("Any", trans_real)
    setattr(real, ACTIVE, active)
    real.gettext = remembering(real.gettext, active)
    real.get_language = asking_less(real.get_language, active)
    forwarding: Any = vars(translation)["_trans"]
    for name in ("gettext", "get_language"):  # it keeps what it has asked for once
        forwarding.__dict__.pop(name, None)
