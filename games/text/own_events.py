"""Sentences for what the reader did or what happened to them: they are “you”, not their name."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.engine.events import (
    CameBack,
    Claimed,
    Committed,
    Disgraced,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    SatIn,
    TheftWaits,
    TimeIsUp,
)

WORDS: dict[type[Event], str] = {
    Raised: gettext_noop("You bid %(money)s."),
    Passed: gettext_noop("You pass."),
    Claimed: gettext_noop("You buy %(lot)s for %(money)s."),
    Disgraced: gettext_noop("You pass and take %(lot)s."),
    PaidToAvoid: gettext_noop("You pay %(money)s."),
    TheftWaits: gettext_noop("%(lot)s waits for the next %(kind)s that you get."),
    LuxuryLost: gettext_noop("You lose %(lot)s."),
    Committed: gettext_noop("You play a card face down."),
    TimeIsUp: gettext_noop("Time is up: a bot plays for you."),
    SatIn: gettext_noop("A bot sits in for you."),
    CameBack: gettext_noop("You are back."),
}


def own_words(event: Event) -> str:
    """The sentence for an event of the reader's own seat, with gaps for its facts."""
    if isinstance(event, Claimed) and not event.price:
        return _("You get %(lot)s for nothing.")
    return _(WORDS[type(event)])


def own_took_back(count: int) -> str:
    """That so many take back a note, the reader among them, with a gap for `names`."""
    if count == 1:
        return _("You take back your highest spent note.")
    return _("%(names)s each take back your highest spent note.")


def own_cast_out(count: int) -> str:
    """That so many are cast out at the end, the reader among them, with a gap for `out`."""
    if count == 1:
        return _("The game is over. You are cast out.")
    return pgettext("you and others", "The game is over. %(out)s are cast out.")


def own_win(count: int) -> str:
    """That so many have won, the reader among them, with gaps for `names` and `status`."""
    if count == 1:
        return _("You win with a status of %(status)s.")
    return pgettext("you and others", "%(names)s share the win with a status of %(status)s.")
