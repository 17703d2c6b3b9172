"""The five editions: one row of data each, with their names for cards and kinds."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


def gettext_noop(text: str) -> str:
    """Mark `text` for translation; the caller that shows it translates it."""
    return text


class MoneyStyle(Enum):
    """How an amount of 25 000 is written."""

    DOLLARS = "$25,000"
    GROUPED = "25,000"
    THOUSANDS = "25"
    PLAIN = "25000"


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The names an edition gives to the cards and their kinds."""

    luxury: str
    prestige: str
    disgrace: str
    end_card: str
    half: str
    minus_five: str
    theft: str


ALLPLAY = Vocabulary(
    luxury=gettext_noop("Luxury"),
    prestige=gettext_noop("Prestige"),
    disgrace=gettext_noop("Scandal"),
    end_card=gettext_noop("game end card"),
    half=gettext_noop("the ½ scandal"),
    minus_five=gettext_noop("the −5 scandal"),
    theft=gettext_noop("the discard scandal"),
)
CLASSIC = Vocabulary(
    luxury=gettext_noop("Possession"),
    prestige=gettext_noop("Title"),
    disgrace=gettext_noop("Misfortune"),
    end_card=gettext_noop("red-edged card"),
    half=gettext_noop("Scandal"),
    minus_five=gettext_noop("Gambling Debt"),
    theft=gettext_noop("Theft"),
)
OSPREY = Vocabulary(
    luxury=gettext_noop("Luxury"),
    prestige=gettext_noop("Prestige"),
    disgrace=gettext_noop("Disgrace"),
    end_card=gettext_noop("dark green card"),
    half=gettext_noop("Scandale"),
    minus_five=gettext_noop("Passé"),
    theft=gettext_noop("Faux Pas"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """One published rule set: what differs from the common core."""

    id: str
    title: str
    words: Vocabulary
    money_style: MoneyStyle
    has_advanced: bool = False
    halves_round_down: bool = False
    minus_five_floors_at_zero: bool = False
    luxury_breaks_ties: bool = False
    shows_spent: bool = False

    def __reduce__(self) -> tuple[Callable[[str], "Edition"], tuple[str]]:
        """Pickle as the id: in every process there is one object of each edition."""
        return edition_by_id, (self.id,)


EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(
            "allplay-2025",
            gettext_noop("Allplay 2025"),
            ALLPLAY,
            MoneyStyle.DOLLARS,
            has_advanced=True,
            halves_round_down=True,
            luxury_breaks_ties=True,
        ),
        Edition("classic", gettext_noop("Classic"), CLASSIC, MoneyStyle.GROUPED),
        Edition(
            "osprey-2018",
            gettext_noop("Osprey 2018"),
            OSPREY,
            MoneyStyle.THOUSANDS,
            luxury_breaks_ties=True,
        ),
        Edition(
            "manual",
            gettext_noop("Reference manual"),
            OSPREY,
            MoneyStyle.THOUSANDS,
            halves_round_down=True,
            minus_five_floors_at_zero=True,
            luxury_breaks_ties=True,
        ),
        Edition(
            "spec",
            gettext_noop("Open spec"),
            CLASSIC,
            MoneyStyle.PLAIN,
            shows_spent=True,
        ),
    )
}


def edition_by_id(id: str) -> Edition:
    """The edition with this id; KeyError if there is none."""
    return EDITIONS[id]
