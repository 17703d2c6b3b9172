"""Who may do what: every address, every method, every role, in one table."""

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from games import identity, limits
from games.engine.editions import EDITIONS
from games.models import LoggedAction, Player, Room
from games.services import rooms
from games.services.table import forget_positions
from tests.games.builders import a_game, a_past_game, a_person, a_room, everything
from tests.web.staff import Keeper
from tests.web.visitors import Visitor, text_of, url

pytestmark = pytest.mark.django_db

ROLES = ("stranger", "outsider", "watcher", "player", "host", "removed")
# Whoever looks after the house is at the tables like anybody else: the answers are an outsider's.
KEEPERS = ("Reviewer", "Moderator", "superuser")
OPTIONS = {"edition": "classic", "clock": "0", "grace": "120", "level": "novice", "seats": "4"}


@dataclass(frozen=True)
class Row:
    """One address: the method it takes, what is sent, and the answer for each role in order."""

    method: str
    answers: tuple[int, int, int, int, int, int]
    data: dict[str, Any] = field(default_factory=dict)
    is_running: bool = False
    in_room: bool = True
    about: str | None = None


def at_the_door(method: str, answers: tuple[int, ...], **data: Any) -> Row:
    return Row(method, answers, data, in_room=False)


def about(what: str, answers: tuple[int, ...] = (200,) * 6) -> Row:
    return Row("GET", answers, in_room=False, about=what)


def of_a_game(method: str, answers: tuple[int, ...], **data: Any) -> Row:
    """About a game they have played, by its code."""
    return Row(method, answers, data, in_room=False, about=GAME)


GAME = "the game they have played"
FOR_PEOPLE = (302, 200, 200, 200, 200, 200)
FOR_THE_HOST = (403, 403, 403, 403, 302, 404)
ACCOUNT = {"username": "duchess", "password1": "a fine evening", "password2": "a fine evening"}

#               stranger, outsider, watcher, player, host, removed
TABLE = {
    "home": [at_the_door("GET", (200,) * 6)],
    "set_language": [
        at_the_door("POST", (302,) * 6, language="de", next="/rules/"),
        at_the_door("POST", (302,) * 6, language="no-such-language"),
    ],
    "my-games": [at_the_door("GET", FOR_PEOPLE)],
    "statistics": [at_the_door("GET", FOR_PEOPLE)],
    "opponents": [at_the_door("GET", FOR_PEOPLE)],
    "my-records": [at_the_door("GET", FOR_PEOPLE)],
    "import": [
        at_the_door("GET", FOR_PEOPLE),
        at_the_door("POST", (302, 400, 400, 400, 400, 400)),
        at_the_door("POST", (302, 400, 400, 400, 400, 400), text="{}"),
    ],
    "review": [
        about(GAME, (404, 404, 404, 200, 200, 404)),
        Row("POST", (404, 404, 404, 302, 302, 404), in_room=False, about=GAME),
    ],
    "record": [about(GAME, (404, 404, 404, 200, 200, 404)), about("NOSUCH22", (404,) * 6)],
    "rules": [at_the_door("GET", (200,) * 6)],
    "rules-of": [about(edition) for edition in EDITIONS],
    "sign-up": [at_the_door("GET", (200,) * 6), at_the_door("POST", (302,) * 6, **ACCOUNT)],
    "login": [at_the_door("GET", (200,) * 6), at_the_door("POST", (200,) * 6, username="x")],
    "logout": [at_the_door("POST", (302,) * 6)],
    "replay": [of_a_game("GET", (404, 404, 404, 200, 200, 404))],
    "share-game": [of_a_game("POST", (404, 404, 404, 302, 302, 404))],
    "play-on": [
        of_a_game("POST", (404, 404, 404, 302, 302, 404), at="0"),
        of_a_game("POST", (404, 404, 404, 400, 400, 404), at="0", level="unheard-of"),
    ],
    "play-now": [
        at_the_door("POST", (302,) * 6, name="Zoe"),
        at_the_door("POST", (400,) * 6, name="Zoe", edition="unheard-of"),
        at_the_door("POST", (400,) * 6, name="Zoe", level="unheard-of"),
    ],
    "open-room": [at_the_door("POST", (302,) * 6, name="Zoe")],
    "join": [
        at_the_door("POST", (302,) * 6, code="CODE"),
        Row("POST", (404,) * 6, {"code": "CODE"}, is_running=True, in_room=False),
        at_the_door("POST", (404,) * 6, code="AAAAAAAA"),
    ],
    "room": [
        Row("GET", (200, 200, 200, 200, 200, 404)),
        Row("GET", (200, 200, 200, 200, 200, 404), is_running=True),
    ],
    "qr": [Row("GET", (200, 200, 200, 200, 200, 404))],
    "sit": [
        Row("POST", (302, 302, 302, 302, 302, 404), {"name": "Zoe"}),
        Row("POST", (409, 409, 409, 302, 302, 404), {"name": "Zoe"}, is_running=True),
        Row("POST", (400, 302, 302, 302, 302, 404), {"name": ""}),
    ],
    "watch": [
        Row("POST", (302, 302, 302, 302, 302, 404), {"name": "Zoe"}),
        Row("POST", (302, 302, 302, 409, 409, 404), {"name": "Zoe"}, is_running=True),
    ],
    "leave": [Row("POST", (403, 404, 302, 302, 302, 404))],
    "options": [
        Row("POST", FOR_THE_HOST, OPTIONS),
        Row("POST", (403, 403, 403, 403, 409, 404), OPTIONS, is_running=True),
    ],
    "lock": [Row("POST", FOR_THE_HOST, {"locked": "yes"})],
    "remove": [
        Row("POST", FOR_THE_HOST, {"player": "CID"}),
        Row("POST", (403, 403, 403, 403, 409, 404), {"player": "CID"}, is_running=True),
        Row("POST", (403, 403, 403, 403, 404, 404), {"player": "0"}),
    ],
    "hand-over": [Row("POST", FOR_THE_HOST, {"player": "CID"})],
    "seat-bot": [
        Row("POST", FOR_THE_HOST, {"level": "expert"}),
        Row("POST", (403, 403, 403, 403, 409, 404), {"level": "expert"}, is_running=True),
        Row("POST", (403, 400, 400, 400, 400, 404), {"level": "unheard-of"}),
    ],
    "start": [
        Row("POST", FOR_THE_HOST),
        Row("POST", (403, 403, 403, 403, 409, 404), is_running=True),
    ],
    "break-off": [
        Row("POST", FOR_THE_HOST, is_running=True),
        Row("POST", (403, 403, 403, 403, 409, 404)),
    ],
    "absent": [
        Row("POST", (403, 403, 403, 403, 409, 404), {"seat": 0, "choice": "bot"}, True),
        Row("POST", (403, 403, 403, 403, 409, 404), {"seat": 0, "choice": "wait"}),
        Row("POST", (403, 400, 400, 400, 400, 404), {"seat": 0, "choice": "close"}, True),
    ],
    "play": [
        Row("POST", (403, 403, 403, 409, 409, 404), {"type": "more-time"}, True),
        Row("POST", (403, 403, 403, 302, 302, 404), {"type": "order", "plan": "none"}, True),
        Row("POST", (403, 403, 403, 302, 409, 404), {"type": "pass", "version": 0}, True),
        Row("POST", (403, 409, 409, 409, 409, 404), {"type": "pass", "version": 0}),
        Row("POST", (403, 403, 403, 409, 409, 404), {"type": "pass", "version": 7}, True),
    ],
    "talk": [
        Row("POST", (403, 403, 302, 302, 302, 404), {"text": "Good evening"}),
        Row("POST", (403, 403, 302, 302, 302, 404), {"remark": "thanks"}, is_running=True),
        Row("POST", (403, 400, 400, 400, 400, 404), {"text": " "}),
    ],
    "report": [
        Row("GET", (403, 403, 200, 200, 200, 404)),
        Row("POST", (403, 403, 200, 200, 200, 404), {"reason": "Rude"}),
        Row("POST", (403, 403, 200, 200, 404, 404), {"reason": "Rude", "player": "ANN"}, True),
        Row("POST", (403, 403, 400, 400, 400, 404), {"reason": " "}),
        Row("POST", (403, 403, 404, 404, 404, 404), {"reason": "Rude", "player": "0"}),
        Row("POST", (403, 403, 400, 400, 400, 404), {"reason": "Rude", "player": "x"}),
    ],
    "token": [Row("POST", (403, 403, 403, 200, 200, 404))],
    "seat-api": [
        at_the_door("GET", (401,) * 6),
        at_the_door("POST", (401,) * 6),
    ],
    "mute": [Row("POST", (403, 302, 302, 302, 302, 404), {"player": "CID"})],
}
ROWS = [
    pytest.param(name, row, id=f"{name}-{number}")
    for name, rows in TABLE.items()
    for number, row in enumerate(rows)
]


def names_of(patterns) -> set[str]:
    found = set()
    for pattern in patterns:
        if str(pattern.pattern) == "admin/":
            continue  # which has a table of its own
        inner = (
            [pattern.name] if isinstance(pattern, URLPattern) else names_of(pattern.url_patterns)
        )
        found |= set(inner)
    return found


def test_every_address_has_a_row():
    assert names_of(get_resolver().url_patterns) == set(TABLE)


class House:
    """A room with Ann (the host), Bob, Cid and a free chair, one who watches and one removed."""

    def __init__(self, is_running: bool) -> None:
        here = a_game(first=1) if is_running else a_room(3)
        self.room, (ann, bob, cid) = here.room, here.people
        self.people = {"host": ann, "player": bob, "cid": cid}
        for name in ("outsider", "watcher", "removed"):
            self.people[name] = a_person(name)
        rooms.watch(self.room.pk, self.people["watcher"])
        rooms.watch(self.room.pk, self.people["removed"])
        rooms.remove(self.room.pk, ann, self.people["removed"].pk)
        if is_running:
            Room.objects.filter(pk=self.room.pk).update(seats=4)

    def visitor(self, role: str, **client: object) -> Visitor:
        if role in KEEPERS:
            return a_keeper(role)
        return Visitor(self.people.get(role), **client)

    def place(self, row: Row) -> Room | str | None:
        """What the address of this row names."""
        if row.about == GAME:
            return a_past_game([self.people[role] for role in ("host", "player", "cid")]).code
        return self.room if row.in_room else row.about

    def filled(self, data: dict[str, Any]) -> dict[str, Any]:
        words = {
            "CID": self.people["cid"].pk,
            "ANN": self.people["host"].pk,
            "CODE": self.room.code,
        }
        return {name: words.get(value, value) for name, value in data.items()}


@contextmanager
def undone():
    """What is done in here is not done."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    limits.forget()
    forget_positions()


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_the_answer_for_each_role(name, row):
    house = House(row.is_running)
    answers = []
    for role in (*ROLES, *KEEPERS):
        with undone():
            response = ask(house.visitor(role), house, name, row)
            answers.append(response.status_code)

    outsider = row.answers[ROLES.index("outsider")]
    assert answers == [*row.answers, *[outsider] * len(KEEPERS)]


def a_keeper(role: str) -> Visitor:
    """Somebody of this role with a player of their own, who is in no room."""
    keeper = Keeper(role)
    player = Player.objects.create(user=keeper.user, name=role)
    session = keeper.client.session
    session[identity.KEY] = player.pk
    session.save()
    return keeper


def ask(visitor, house, name, row):
    """The answer; a refusal is a sentence, and neither it nor a page has changed anything."""
    place = house.place(row)
    before = everything()
    if row.method == "GET":
        response = visitor.get(name, place)
    else:
        response = visitor.post(name, place, house.filled(row.data))
    assert "default-src 'none'" in response["Content-Security-Policy"]
    if response.status_code >= 400:
        assert is_a_sentence(response)
    if row.method == "GET" or response.status_code >= 400:
        assert everything() == before
    return response


def is_a_sentence(response) -> bool:
    page = response.content.decode()
    if response.headers["Content-Type"] == "application/json":
        return response.json()["sentence"].endswith(".")
    return 'role="alert"' in page and any(mark in page for mark in (".</p>", "!</p>"))


@pytest.mark.parametrize(
    ("name", "role"), [("sit", "stranger"), ("sit", "watcher"), ("watch", "player")]
)
def test_a_refused_chair_leaves_everything_as_it_was(name, role):
    house = House(is_running=True)
    visitor = house.visitor(role)
    before = everything()

    assert visitor.post(name, house.room, {"name": "Zoe"}).status_code == 409
    assert everything() == before


DEEDS = [name for name, rows in TABLE.items() if all(row.method == "POST" for row in rows)]
PAGES = [name for name, rows in TABLE.items() if all(row.method == "GET" for row in rows)]


@pytest.mark.parametrize("name", DEEDS)
def test_a_deed_is_not_done_by_looking(name):
    house = House(is_running=False)
    visitor = house.visitor("host")
    address = url(name, house.place(TABLE[name][0]))
    before = everything()

    for method in ("get", "head", "put", "delete", "patch", "options"):
        response = getattr(visitor.client, method)(address)
        assert response.status_code == 405, method
        assert response["Allow"] == "POST"
    assert everything() == before


@pytest.mark.parametrize("name", PAGES)
def test_a_page_takes_no_deeds(name):
    house = House(is_running=False)
    visitor = house.visitor("host")
    address = url(name, house.place(TABLE[name][0]))

    for method in ("post", "put", "delete", "patch"):
        assert getattr(visitor.client, method)(address).status_code == 405
    assert visitor.client.head(address).status_code == 200


@pytest.mark.parametrize("name", [*DEEDS, "sign-up", "login", "import"])
def test_every_form_needs_its_token(name):
    row = TABLE[name][-1] if name == "sign-up" else TABLE[name][0]
    house = House(row.is_running)
    visitor = house.visitor("host", enforce_csrf_checks=True)
    place = house.place(row)
    before = everything()

    response = visitor.post(name, place, house.filled(row.data))

    assert response.status_code == 403
    assert "gone stale" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert everything() == before


IN_A_ROOM = [name for name, rows in TABLE.items() if rows[0].in_room]


@pytest.mark.parametrize("name", IN_A_ROOM)
def test_unknown_locked_and_closed_rooms_answer_alike(name):
    row = TABLE[name][0]
    house = House(is_running=False)
    Room.objects.update(is_locked=True)
    unknown = Room(invite="nobody-knows-this-room")

    for role in ("stranger", "outsider", "removed"):
        visitor, before = house.visitor(role), everything()
        request = visitor.get if row.method == "GET" else visitor.post
        data = () if row.method == "GET" else (house.filled(row.data),)
        answers = [request(name, room, *data) for room in (house.room, unknown)]

        assert [answer.status_code for answer in answers] == [404, 404]
        assert text_of(answers[0]) == text_of(answers[1])
        assert everything() == before


@pytest.mark.parametrize("name", IN_A_ROOM)
def test_a_room_that_was_closed_answers_everybody_like_none(name):
    row = TABLE[name][0]
    house = House(is_running=False)
    Room.objects.update(closed_at=timezone.now())
    unknown = Room(invite="nobody-knows-this-room")

    for role in ROLES:
        visitor, before = house.visitor(role), everything()
        request = visitor.get if row.method == "GET" else visitor.post
        data = () if row.method == "GET" else (house.filled(row.data),)
        answers = [request(name, room, *data) for room in (house.room, unknown)]

        assert [answer.status_code for answer in answers] == [404, 404]
        assert text_of(answers[0]) == text_of(answers[1])
        assert everything() == before


def test_a_code_that_is_wrong_locked_or_too_late_answers_alike():
    house, later, ended = House(is_running=False), House(is_running=True), House(is_running=False)
    Room.objects.filter(pk=house.room.pk).update(is_locked=True)
    Room.objects.filter(pk=ended.room.pk).update(closed_at=timezone.now())
    codes = (house.room.code, later.room.code, ended.room.code)
    visitor = Visitor()

    answers = [
        visitor.post("join", data={"code": code})
        for code in (*codes, "ZZZZZZZZ", "", "x\x00y", "é" * 400)
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert len({text_of(answer) for answer in answers}) == 1


@pytest.mark.parametrize(
    "invite",
    ["%00", "%F0%9F%8E%A9", "x" * 3000, "%3Cscript%3E", "..%5C.."],
)
def test_strange_links_lead_nowhere(invite):
    response = Visitor().client.get(f"/r/{invite}/")

    assert response.status_code == 404
    assert "<script>" not in response.content.decode()


@pytest.mark.parametrize("path", ["/nowhere/", "/r/", "/ws/r/x/", "/.env", "/static/x"])
def test_there_is_nothing_elsewhere(path):
    response = Visitor().client.get(path)

    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]


def test_the_same_move_by_two_people_is_the_player_s_alone():
    house = House(is_running=True)
    move = {"type": "pass", "version": 0, "seat": 1}

    assert house.visitor("watcher").post("play", house.room, move).status_code == 403
    assert house.visitor("host").post("play", house.room, move).status_code == 409
    assert not LoggedAction.objects.exists()
    assert house.visitor("player").post("play", house.room, move).status_code == 302
    assert LoggedAction.objects.get().seat == 1


@pytest.mark.parametrize("player", ["", "x", "-1", "²", "1e3", "9" * 30, "١"])
def test_somebody_has_to_be_named_properly(player):
    house = House(is_running=False)
    before = everything()

    for name in ("remove", "hand-over", "mute"):
        response = house.visitor("host").post(name, house.room, {"player": player})
        assert response.status_code == 400
    assert everything() == before


@pytest.mark.parametrize(
    "wrong",
    [
        {"edition": "chess"},
        {"seats": "6"},
        {"seats": "2"},
        {"clock": "17"},
        {"grace": "17"},
        {"level": "divine"},
        {"advanced": ["cheating"]},
        {"seats": ""},
    ],
)
def test_options_that_do_not_exist_are_refused(wrong):
    house = House(is_running=False)
    before = everything()

    response = house.visitor("host").post("options", house.room, OPTIONS | wrong)

    assert response.status_code == 400
    assert is_a_sentence(response)
    assert everything() == before


def test_star_cards_belong_to_their_edition():
    house = House(is_running=False)
    stars = {"advanced": ["gambling", "yacht-club"]}
    host = house.visitor("host")

    host.post("options", house.room, OPTIONS | stars)
    assert Room.objects.get().advanced == []
    host.post("options", house.room, OPTIONS | stars | {"edition": "allplay-2025"})
    assert Room.objects.get().advanced == ["gambling", "yacht-club"]


def test_an_edition_that_shows_spent_money_shows_it():
    house = House(is_running=False)

    house.visitor("host").post("options", house.room, OPTIONS | {"edition": "spec"})

    assert Room.objects.get().show_spent is True
