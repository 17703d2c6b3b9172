"""A house to try every address in: a room with people of every role, running or not."""

import re
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from games.accounts.session import KEY
from games.models import Player, Room
from games.rooms import hosting, seating
from tests.support.access_table import GAME, Place, Row
from tests.support.builders import a_game, a_past_game, a_person, a_room
from tests.support.memory import forget
from tests.support.staff import Keeper
from tests.support.visitors import Visitor

# Whoever looks after the house is at the tables like anybody else: the answers are an outsider's.
KEEPERS = ("Reviewer", "Moderator", "superuser")


class House:
    """A room with Ann (the host), Bob, Cid and a free chair, one who watches and one removed."""

    def __init__(self, is_running: bool) -> None:
        here = a_game(first=1) if is_running else a_room(3)
        self.room, (ann, bob, cid) = here.room, here.people
        self.people = {"host": ann, "player": bob, "cid": cid}
        for name in ("outsider", "watcher", "removed"):
            self.people[name] = a_person(name)
        seating.watch(self.room.pk, self.people["watcher"])
        seating.watch(self.room.pk, self.people["removed"])
        hosting.remove(self.room.pk, ann, self.people["removed"].pk)
        if is_running:
            Room.objects.filter(pk=self.room.pk).update(seats=4)

    def visitor(self, role: str, **client: object) -> Visitor:
        if role in KEEPERS:
            return a_keeper(role)
        return Visitor(self.people.get(role), **client)

    def place(self, row: Row) -> Room | Place:
        """What the address of this row names."""
        if row.about == GAME:
            return a_past_game([self.people[role] for role in ("host", "player", "cid")]).code
        return self.room if row.in_room else row.named

    def filled(self, data: dict[str, Any]) -> dict[str, Any]:
        words = {
            "CID": self.people["cid"].pk,
            "ANN": self.people["host"].pk,
            "CODE": self.room.code,
        }
        return {name: words.get(value, value) for name, value in data.items()}


def a_keeper(role: str) -> Visitor:
    """Somebody of this role with a player of their own, who is in no room."""
    keeper = Keeper(role)
    player = Player.objects.create(user=keeper.user, name=role)
    session = keeper.client.session
    session[KEY] = player.pk
    session.save()
    return keeper


def is_a_sentence(response) -> bool:
    page = response.content.decode()
    if response.headers["Content-Type"] == "application/json":
        return response.json()["sentence"].endswith(".")
    return 'role="alert"' in page and re.search(r"[.!]\s*</p>", page) is not None


@contextmanager
def undone():
    """What is done in here is not done."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()
