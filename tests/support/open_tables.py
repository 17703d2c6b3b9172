"""Builders for open tables: people with and without accounts, a table they wait or play at."""

from django.db.models import F
from django.utils import timezone

from games.models import ClockBeat, Player, Room, User
from games.open_tables.matching import Wish
from games.rooms import open_rooms, starting
from tests.support.builders import Table, a_person, a_room
from tests.support.clocks import SECOND, here_now

QUICK = Wish(clock=60, edition="osprey-2018")


def an_account(name: str) -> Player:
    user = User.objects.create_user(name.lower(), password="pears and plums")
    return Player.objects.create(name=name, user=user)


def an_open_table(people: int = 1, *, is_rated: bool = False, **options: object) -> Table:
    """A room of so many people that its host has opened to anyone."""
    here = a_room(people, **options)
    if is_rated:
        for person in here.people:
            person.user = User.objects.create_user(person.name.lower())
            person.save()
    open_rooms.open_to_all(here.room.pk, here.people[0], is_rated=is_rated)
    here.room.refresh_from_db()
    return here


def an_open_game(people: int = 3, **options: object) -> Table:
    """A game at an open table, everybody here."""
    here = an_open_table(people, seats=max(people, 3), **options)
    here.game = starting.start(here.room.pk, here.people[0])
    here_now(here)
    return here


def steady(seconds: int = 10_000) -> None:
    """The site has run without a break for so long."""
    now = timezone.now()
    ClockBeat.objects.update_or_create(
        pk=1, defaults={"at": now, "steady_since": now - seconds * SECOND}
    )


def people_at_tables() -> dict[int, list[str]]:
    """Who sits on the chairs of each open room."""
    rooms = Room.objects.filter(is_open=True, closed_at=None).order_by("pk")
    return {
        room.pk: list(
            room.members.filter(chair__isnull=False)
            .order_by(F("chair"))
            .values_list("player__name", flat=True)
        )
        for room in rooms
    }


def many(count: int) -> list[Player]:
    """So many people, whose names look like nobody else's."""
    letters = "ABCDEFGHIJ"
    return [a_person(f"P {letters[n // 10]}{letters[n % 10]}") for n in range(count)]
