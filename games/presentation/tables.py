"""What a table is beside its position: names, faces, and who is away."""

from dataclasses import dataclass

from games.engine.editions import Edition


@dataclass(frozen=True, slots=True)
class Aside:
    """What stands beside the seats: bots, bots that sit in, and who is away since when."""

    bots: frozenset[int] = frozenset()
    stand_ins: frozenset[int] = frozenset()
    away: tuple[tuple[int, int], ...] = ()

    def tag(self, seat: int) -> tuple[str, int]:
        """What to say beside the name, and since when, in seconds of the epoch."""
        if seat in self.bots:
            return "bot", 0
        if seat in self.stand_ins:
            return "sits-in", 0
        return next((("away", since) for who, since in self.away if who == seat), ("", 0))


NOBODY_AWAY = Aside()


@dataclass(frozen=True, slots=True)
class Table:
    """What never changes during a game: edition, names, where moves are sent, the bots' faces."""

    edition: Edition
    names: tuple[str, ...]
    url: str
    faces: tuple[str, ...] = ()

    def face(self, seat: int) -> str:
        """The drawing of the bot on this seat, or nothing."""
        return self.faces[seat] if self.faces else ""
