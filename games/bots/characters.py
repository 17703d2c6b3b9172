"""The characters of bots: a name, a level, a line of description, and a style.

Each character belongs to one level, and can play at any other where all of that level are seated
already: no two bots at a table have the same name and face.
"""

from dataclasses import dataclass, replace

from games.bots.levels import LEVELS, LevelBot
from games.bots.style import Style
from games.engine.editions import gettext_noop


@dataclass(frozen=True, slots=True)
class Character:
    """A named bot; `face` names a drawing, `description` is a sentence to be translated."""

    id: str
    name: str
    level: str
    description: str
    face: str
    style: Style

    @property
    def bot(self) -> LevelBot:
        """The bot of this level with this style."""
        return LEVELS[self.level].with_style(self.style)


def _character(id: str, name: str, level: str, description: str, style: Style) -> Character:
    return Character(id, name, level, description, f"face-{id}", style)


def _at(character: Character, level: str) -> Character:
    """The same character at another level."""
    return replace(character, id=f"{character.id}-{level}", level=level)


CAST = {
    character.id: character
    for character in (
        _character(
            "clementine",
            "Miss Clementine",
            "novice",
            gettext_noop("Falls in love with everything she sees."),
            Style(boldness=1.05, patience=-0.1),
        ),
        _character(
            "barnaby",
            "Sir Barnaby",
            "novice",
            gettext_noop("Keeps his purse shut and hopes for the best."),
            Style(boldness=0.85, patience=0.2),
        ),
        _character(
            "dickie",
            "Dickie Pomfret",
            "novice",
            gettext_noop("Never heard of a title he would not like to have."),
            Style(boldness=0.95, prestige=1.1),
        ),
        _character(
            "octavia",
            "Lady Octavia",
            "regular",
            gettext_noop("Would give up a yacht for a title."),
            Style(boldness=0.97, prestige=1.15),
        ),
        _character(
            "rupert",
            "Colonel Quill",
            "regular",
            gettext_noop("Attacks early and counts his losses later."),
            Style(boldness=1.05, patience=-0.15),
        ),
        _character(
            "solange",
            "Madame Solange",
            "regular",
            gettext_noop("Waits until the others have spent their money."),
            Style(patience=0.1),
        ),
        _character(
            "leopold",
            "Count Leopold",
            "expert",
            gettext_noop("Bids as if it were somebody else’s money."),
            Style(boldness=1.08),
        ),
        _character(
            "henrietta",
            "Mrs. Vandermoor",
            "expert",
            gettext_noop("Remembers what you paid, to the last thousand."),
            Style(boldness=0.94, patience=0.1),
        ),
        _character(
            "ottavio",
            "Maestro Ottavio",
            "expert",
            gettext_noop("Never misses a beat, least of all a title."),
            Style(prestige=1.12, patience=-0.1),
        ),
        _character(
            "ashgrove",
            "Dowager Ashgrove",
            "master",
            gettext_noop("Has outlived three fortunes and means to win a fourth."),
            Style(boldness=0.97, patience=0.05),
        ),
        _character(
            "casimir",
            "Baron Casimir",
            "master",
            gettext_noop("Plans three lots ahead and smiles at the fourth."),
            Style(boldness=1.04, prestige=1.04),
        ),
    )
}
"""The characters at their own levels."""

CHARACTERS = CAST | {
    guest.id: guest
    for character in CAST.values()
    for level in LEVELS
    if level != character.level
    for guest in [_at(character, level)]
}
"""The characters at every level."""


def character_at(bot: str, level: str) -> Character | None:
    """The character of this id, as it plays at `level`; None if there is none."""
    known = CHARACTERS.get(bot)
    if known is None or known.level == level:
        return known
    own = CAST[bot.removesuffix(f"-{known.level}")]
    return own if own.level == level else _at(own, level)
