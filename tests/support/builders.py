"""Builders: a few words in; people, rooms and running games in the database out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from django.db import connection, models

from games.archive.importing import archive, store_records
from games.engine.actions import Action, Bid, Commit
from games.engine.cards import Card
from games.engine.dealing import commitment, shuffle
from games.engine.record import Record, from_text
from games.engine.state import GameState
from games.models import (
    Block,
    DailyTry,
    Favourite,
    Game,
    Invitation,
    LoggedAction,
    Member,
    Message,
    Mute,
    Player,
    Room,
    Seat,
    User,
)
from games.play import moves
from games.play import position as memory
from games.play.position import StoredPosition, position_of
from games.rooms import seating, starting
from tests.support.positions import cards, money
from tests.support.strategies import some_action

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus")
SALT = bytes(range(32))
RECORDS = Path(__file__).parents[1] / "engine" / "records" / "games.jsonl"


@dataclass
class Table:
    """A room, the people in it in the order of their chairs, and the game they play."""

    room: Room
    people: list[Player]
    game: Game | None = None

    def position(self) -> StoredPosition:
        game = Game.objects.get(pk=self.game.pk)
        return position_of(game.pk, game.version)

    def state(self) -> GameState:
        return self.position().state

    def do(self, *actions: Action) -> StoredPosition:
        for action in actions:
            position = moves.play(moves.Move(self.game.pk, self.position().version, action))
        return position


def a_person(name: str = "Ann") -> Player:
    return Player.objects.create(name=name)


def a_room(people: int = 3, **options: object) -> Table:
    """A room with so many people on its first chairs; the first of them is the host."""
    guests = [a_person(name) for name in NAMES[:people]]
    room = seating.open_room(guests[0])
    if options:
        Room.objects.filter(pk=room.pk).update(**options)
    for guest in guests[1:]:
        seating.sit(room.pk, guest)
    room.refresh_from_db()
    return Table(room, guests)


def a_game(
    top: str = "luxury-7 luxury-1",
    *,
    people: int = 3,
    first: int = 0,
    edition: str = "osprey-2018",
    advanced: str = "",
    show_spent: bool = False,
    **more: object,
) -> Table:
    """A game just started whose deck begins with `top` and whose first seat is `first`."""
    chosen = [card.id for card in cards(advanced)]
    options = {"edition": edition, "advanced": chosen, "show_spent": show_spent}
    here = a_room(people, seats=max(people, 3), **options, **more)
    here.game = starting.start(here.room.pk, here.people[0])
    deal_anew(here.game, a_seed(cards(top), people, first, cards(advanced)))
    return here


def deal_anew(game: Game, seed: bytes) -> None:
    """Give a game that nobody has played in yet the deck of another seed."""
    game.refresh_from_db()
    game.seed, game.salt, game.commitment = seed.hex(), SALT.hex(), commitment(seed, SALT)
    game.save()
    memory._positions.pop(game.pk, None)


@cache
def a_seed(top: tuple[Card, ...], seats: int, first: int, advanced: tuple[Card, ...]) -> bytes:
    """A seed whose deck begins with `top`: found by trying."""
    for number in count():
        seed = number.to_bytes(32)
        deck, opener = shuffle(seed, seats, advanced)
        if deck[: len(top)] == top and opener == first:
            return seed
    raise AssertionError


def a_sealed_round(people: int = 3) -> Table:
    """The yacht club is for sale: everybody puts one card face down."""
    return a_game(
        "yacht-club", people=people, edition="allplay-2025", advanced="gambling yacht-club"
    )


def bid(seat: int, *thousands: int) -> Bid:
    return Bid(seat, money(*thousands))


def commit(seat: int, thousands: int) -> Commit:
    return Commit(seat, thousands * 1000)


def play_on(here: Table, rng: Random, actions: int | None = None, boldness: float = 0.6) -> None:
    """So many legal actions, or all until the game is over."""
    for _ in range(actions) if actions is not None else count():
        state = here.state()
        if state.is_over:
            return
        here.do(some_action(state, rng, boldness))


@contextmanager
def unguarded() -> Iterator[None]:
    """The database lets the log be changed for a moment."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_loggedaction DISABLE TRIGGER USER")
            yield
            cursor.execute("ALTER TABLE games_loggedaction ENABLE TRIGGER USER")
            return
        guards = "type = 'trigger' AND tbl_name = 'games_loggedaction'"
        cursor.execute(f"SELECT name, sql FROM sqlite_master WHERE {guards}")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in triggers:
            cursor.execute(sql)


def everything() -> dict[str, list[tuple[object, ...]]]:
    """Every row that a refusal must leave as it was; that somebody was seen is no change."""
    kinds = (User, Player, Room, Member, Game, Seat, LoggedAction, Message, Mute, DailyTry)
    kinds += (Block, Favourite, Invitation)
    return {kind.__name__: rows_of(kind) for kind in kinds}


def rows_of(kind: type[models.Model]) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(question_for(kind))
        return cursor.fetchall()


@cache
def question_for(kind: type[models.Model]) -> str:
    """Made once, as it is run before and after every call that is tested."""
    kept = [field.column for field in kind._meta.concrete_fields if field.name != "seen_at"]
    columns = ", ".join(map(connection.ops.quote_name, kept))
    return f"SELECT {columns} FROM {kind._meta.db_table} ORDER BY {kind._meta.pk.column}"


@cache
def recorded() -> tuple[Record, ...]:
    """Whole games of every edition, as they were once played."""
    records = map(from_text, RECORDS.read_bytes().splitlines())
    return tuple(record for record in records if record.final.is_over)


def import_record(record: Record, room: Room) -> Game:
    """The record stored as a game of an archive."""
    return store_records([record], room)[0]


def a_past_game(people: Sequence[Player], which: int = 0, **more: object) -> Game:
    """A game dealt here and played to the end by these people: the `which`-th for so many."""
    fitting = [record for record in recorded() if len(record.names) == len(people)]
    game = import_record(fitting[which % len(fitting)], archive())
    for number, player in enumerate(people):
        game.seats.filter(number=number).update(player=player, name=player.name)
    Game.objects.filter(pk=game.pk).update(origin=Game.Origin.DEALT, digest="", **more)
    return Game.objects.get(pk=game.pk)


def without_triggers():
    """What somebody with the keys to the database could do."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("ALTER TABLE games_loggedaction DISABLE TRIGGER USER")
        else:
            cursor.execute("DROP TRIGGER games_log_no_UPDATE")
            cursor.execute("DROP TRIGGER games_log_no_DELETE")
