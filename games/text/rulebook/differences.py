"""The section about differences between editions, each read from their data."""

from collections.abc import Callable, Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.engine.editions import EDITIONS, Edition
from games.text.numbers import money_text
from games.text.rulebook.blocks import Comparison, EditionRow, Prose, Section, say, words

# Each boolean of an edition, with the sentences for False and for True.
POINTS = (
    (
        "has_advanced",
        (gettext_noop("It has no ★ cards."), gettext_noop("Up to three ★ cards can be added.")),
    ),
    (
        "halves_round_down",
        (gettext_noop("Half a point counts."), gettext_noop("Half a point is rounded down.")),
    ),
    (
        "minus_five_floors_at_zero",
        (gettext_noop("Status can fall below 0."), gettext_noop("Status never falls below 0.")),
    ),
    (
        "luxury_breaks_ties",
        (
            gettext_noop("Players tied in status and money share the win."),
            gettext_noop("If status and money are tied, the best single card decides."),
        ),
    ),
    (
        "shows_spent",
        (
            gettext_noop("Spent money is hidden from the others."),
            gettext_noop("Spent money is visible to all."),
        ),
    ),
)


def halving(edition: Edition) -> str:
    """How half a point is counted."""
    return _("rounded down") if edition.halves_round_down else _("kept as ½")


def lowest(edition: Edition) -> str:
    """Whether −5 can make a status negative."""
    return _("never below 0") if edition.minus_five_floors_at_zero else _("can go below 0")


def tie_break(edition: Edition) -> str:
    """What decides a tie on status."""
    if edition.luxury_breaks_ties:
        return _("money, then best %(luxury)s, then shared") % words(edition)
    return _("money, then shared")


def spent_money(edition: Edition) -> str:
    """Who sees spent money."""
    return _("visible to all") if edition.shows_spent else _("only your own")


def star_cards(edition: Edition) -> str:
    """Whether the edition has the ★ cards."""
    return _("up to three") if edition.has_advanced else _("none")


def traits(edition: Edition) -> tuple[str, ...]:
    """Sentences about an edition: its names, and rules that most others do not have."""
    names = say(edition, _("Its cards are called %(luxury)s, %(prestige)s and %(disgrace)s."))
    money = _("The highest note reads %(money)s.") % {"money": money_text(edition, 25_000)}
    own = [_(told[getattr(edition, point)]) for point, told in POINTS if _is_rare(edition, point)]
    return (names, money, *(own or [_("It plays like most editions.")]))


def _is_rare(edition: Edition, point: str) -> bool:
    """Whether most editions have another value for `point`."""
    alike = [each for each in EDITIONS.values() if getattr(each, point) == getattr(edition, point)]
    return 2 * len(alike) < len(EDITIONS)


def points_table(this: Edition | None = None) -> Comparison:
    """A table of every edition and every rule in which they differ."""
    head = (
        _("Half a point"),
        _("Minus five"),
        _("Tie on status"),
        _("Spent money"),
        _("★ cards"),
        _("Highest note"),
    )
    return Comparison(_("Rules that differ"), head, _rows(this, _points))


def _points(edition: Edition) -> Iterable[str]:
    yield halving(edition)
    yield lowest(edition)
    yield tie_break(edition)
    yield spent_money(edition)
    yield star_cards(edition)
    yield money_text(edition, 25_000)


def words_table(this: Edition | None = None) -> Comparison:
    """A table of every edition and its names."""
    head = (
        _("Worth its number"),
        _("Doubles"),
        _("To avoid"),
        _("Halves"),
        _("Costs 5"),
        _("Costs a card"),
        _("Ends the game"),
    )
    return Comparison(_("Names that differ"), head, _rows(this, _names))


def _names(edition: Edition) -> Iterable[str]:
    order = ("luxury", "prestige", "disgrace", "half", "minus_five", "theft", "end_card")
    return map(words(edition).__getitem__, order)


def _rows(
    this: Edition | None, cells: Callable[[Edition], Iterable[str]]
) -> tuple[EditionRow, ...]:
    """A row for each edition; `this` replaces the edition with the same id."""
    editions = EDITIONS if this is None else EDITIONS | {this.id: this}
    return tuple(
        EditionRow(
            edition.id, _(edition.title), tuple(map(capfirst, cells(edition))), edition is this
        )
        for edition in editions.values()
    )


def differences(edition: Edition) -> Section:
    """How this edition differs from the others."""
    lead = _(
        "All editions have the same auctions and the same money. They differ in details of "
        "scoring, in whether spent money is visible, and in names."
    )
    blocks = (Prose(lead), points_table(edition), words_table(edition))
    return Section("differences", _("Other editions"), blocks)
