"""A player's results against each person and each character of bots they have played with."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, When

from games.archive.counted_games import counted_seats
from games.bots.characters import CAST, CHARACTERS, Character
from games.models import LEVEL_NAMES, Player, Seat
from games.text.numbers import ID_DIGITS, whole_number


class Outcome(NamedTuple):
    """The place of a seat, and its part of the win."""

    place: int
    win: float


@dataclass(slots=True)
class Opponent:
    """Counts of games with one opponent; a shared win counts as its part."""

    key: str
    name: str
    character: Character | None
    games: int = 0
    wins: float = 0
    losses: float = 0
    ahead: int = 0
    behind: int = 0

    def meet(self, own: Outcome, theirs: Outcome) -> None:
        """Count one game."""
        self.games += 1
        self.wins += own.win
        self.losses += theirs.win
        self.ahead += own.place < theirs.place
        self.behind += own.place > theirs.place


def opponents(player: Player) -> list[Opponent]:
    """All opponents in games that count, the most frequent first.

    A character with two seats in a game counts once, with the better of them.
    """
    found: dict[str, Opponent] = {}
    own = {
        game: Outcome(place, win)
        for game, place, win in counted_seats(player).values_list("game", "place", "win")
        if place is not None
    }
    last: dict[str, int] = {}
    for game, number, name, bot, place, win in _others(player):
        key = bot or str(number)
        if last.get(key) == game or game not in own:
            continue
        last[key] = game
        if key not in found:
            found[key] = Opponent(key, _title(bot, name), CHARACTERS.get(bot))
        found[key].meet(own[game], Outcome(place, win))
    return sorted(found.values(), key=lambda each: (-each.games, each.name))


def names_met(player: Player, most: int, recent: int | None = None) -> list[tuple[str, str]]:
    """The keys and names of the `most` most frequent opponents, in the `recent` last games."""
    is_person = Q(player__bot="")
    rows = _seats_of_others(player, recent).values(
        bot=F("player__bot"),
        person=Case(When(is_person, then=F("player"))),
        called=Case(When(is_person, then=F("player__name"))),
    )
    met = rows.annotate(games=Count("game", distinct=True)).order_by("-games", "bot", "person")
    return [
        (row["bot"] or str(row["person"]), _title(row["bot"], row["called"])) for row in met[:most]
    ]


def name_of(player: Player, key: str) -> str:
    """The name of the opponent with this key; “” if `player` has not met one."""
    number = whole_number(key, ID_DIGITS)
    if number is None:
        return _title(key, "")
    met = _seats_of_others(player).filter(player=number)
    return met.values_list("player__name", flat=True).first() or ""


def _title(bot: str, name: str) -> str:
    """The name of a person or character; with its level if the character plays at another one."""
    if bot not in CHARACTERS:
        return name
    character = CHARACTERS[bot]
    level = "" if bot in CAST else f" ({LEVEL_NAMES[character.level]})"
    return f"{character.name}{level}"


def _seats_of_others(player: Player, recent: int | None = None) -> QuerySet[Seat]:
    games = counted_seats(player).values("game")
    if recent is not None:
        games = games.order_by("-game")[:recent]
    seats = Seat.objects.filter(game__in=games)
    return seats.exclude(player=player).exclude(player=None).order_by()


def _others(player: Player) -> list[tuple[int, int, str, str, int, float]]:
    """The others' seats in games that count, game by game, the better ones first."""
    others = _seats_of_others(player).order_by("game", "place")
    columns = ("game", "player", "player__name", "player__bot", "place", "win")
    return list(others.values_list(*columns))
