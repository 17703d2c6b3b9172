"""What a table shows beside its position: names, bots' faces, and a badge beside a seat."""

from dataclasses import dataclass

from games.engine.editions import Edition
from games.play.copied_logs import Era


@dataclass(frozen=True, slots=True)
class SeatBadges:
    """Which seats are bots, have a stand-in, or have an absent player, and since when."""

    bots: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    absent: tuple[tuple[int, int], ...] = ()

    def badge(self, seat: int) -> tuple[str, int]:
        """The badge's kind, empty for none, and since when, in seconds of the epoch or 0."""
        if seat in self.bots:
            return "bot", 0
        if seat in self.stand_ins:
            return "sits-in", 0
        return next((("away", since) for who, since in self.absent if who == seat), ("", 0))


NO_BADGES = SeatBadges()


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes during a game: edition, names, where moves are sent, the bots' faces.

    `eras` are the names in the part of the log that was copied from other games.
    """

    edition: Edition
    names: tuple[str, ...]
    url: str
    faces: tuple[str, ...] = ()
    eras: tuple[Era, ...] = ()

    def names_at_event(self, number: int) -> tuple[str, ...]:
        """The names of those at the seats when this event of the story happened."""
        return next((era.names for era in self.eras if number < era.events), self.names)

    def names_at_action(self, number: int) -> tuple[str, ...]:
        """The names of those at the seats after so many actions."""
        return next((era.names for era in self.eras if number <= era.actions), self.names)

    def reader_among(self, names: tuple[str, ...], me: int | None) -> int | None:
        """The reader's seat `me` if theirs is the name there among `names`; else None."""
        return me if me is not None and names[me] == self.names[me] else None

    def face(self, seat: int) -> str:
        """The id of the drawing of the bot on this seat; empty for a person."""
        return self.faces[seat] if self.faces else ""
