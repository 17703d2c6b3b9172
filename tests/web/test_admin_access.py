"""Who may do what in the admin: every address of it, every method, every role, in one table."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.urls import URLPattern, get_resolver, reverse

from games.models import HiddenAccess, ModerationAction, Report
from games.moderation import reports
from games.moderation.actions import Moderator
from games.rooms import chat
from tests.support.builders import a_game, everything, play_on
from tests.support.house import undone
from tests.support.staff import Keeper, an_account
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db

# stranger, somebody with an account, player in the game, reviewer, moderator, superuser
ROLES = ("stranger", "account", "player", "Reviewer", "Moderator", "superuser")
AT_THE_DOOR = (302, 302, 302)
FOR_ALL = (*AT_THE_DOOR, 200, 200, 200)
FOR_MODERATORS = (*AT_THE_DOOR, 403, 200, 200)
FOR_SUPERUSERS = (*AT_THE_DOOR, 403, 403, 200)
FOR_NOBODY = (*AT_THE_DOOR, 403, 403, 403)
NOT_FOUND = (*AT_THE_DOOR, 404, 404, 404)
LED_ON = (*AT_THE_DOOR, 302, 302, 302)
MOVED = (*AT_THE_DOOR, 301, 301, 301)


@dataclass(frozen=True)
class Row:
    """One address: the method it takes, what is sent, and the answer for each role in order."""

    answers: tuple[int, int, int, int, int, int]
    method: str = "GET"
    data: dict[str, Any] = field(default_factory=dict)


def posted(answers: tuple[int, ...], **data: Any) -> Row:
    return Row(answers, "POST", data)


def a_list(model: str, answers: tuple[int, ...]) -> dict[str, list[Row]]:
    """What there is of a model that can be looked at and not changed."""
    refused = tuple(403 if answer == 200 else answer for answer in answers)
    return {
        f"games_{model}_changelist": [Row(answers), posted(answers)],
        f"games_{model}_change": [Row(answers), posted(refused)],
        f"games_{model}_history": [Row(answers)],
        f"games_{model}_add": [Row(FOR_NOBODY), posted(FOR_NOBODY)],
        f"games_{model}_delete": [Row(FOR_NOBODY), posted(FOR_NOBODY)],
    }


def managed(label: str) -> dict[str, list[Row]]:
    """What superusers alone look after, with Django's own pages."""
    return {
        f"{label}_changelist": [Row(FOR_SUPERUSERS)],
        f"{label}_change": [Row(FOR_SUPERUSERS)],
        f"{label}_history": [Row(FOR_SUPERUSERS)],
        f"{label}_add": [Row(FOR_SUPERUSERS)],
        f"{label}_delete": [Row(FOR_SUPERUSERS)],
    }


DONE = (*AT_THE_DOOR, 403, 302, 302)
FAULTY = (*AT_THE_DOOR, 403, 400, 400)
NOT_OVER = (*AT_THE_DOOR, 403, 409, 409)
TABLE: dict[str, list[Row]] = {
    "index": [Row(FOR_ALL)],
    "app_list": [Row(FOR_ALL)],
    "statistics": [Row(FOR_ALL)],
    "rated-games": [Row(FOR_MODERATORS)],
    "login": [Row((200, 200, 200, 302, 302, 302)), posted((200,) * 6, username="x")],
    "logout": [posted((302,) * 6), Row((302, 302, 302, 405, 405, 405))],
    "password_change": [Row(FOR_ALL)],
    "password_change_done": [Row(FOR_ALL)],
    "jsi18n": [Row(FOR_ALL)],
    "autocomplete": [Row(FOR_NOBODY)],
    "view_on_site": [Row(NOT_FOUND)],
    **a_list("game", FOR_ALL),
    **a_list("room", FOR_ALL),
    **a_list("player", FOR_ALL),
    **a_list("message", FOR_ALL),
    **a_list("report", FOR_MODERATORS),
    **a_list("hiddenaccess", FOR_MODERATORS),
    **a_list("moderationaction", FOR_MODERATORS),
    "games_deed_moved": [Row(MOVED)],
    "games_look_moved": [Row(MOVED)],
    **managed("games_user"),
    **managed("auth_group"),
    "auth_user_password_change": [Row(FOR_SUPERUSERS)],
    "games_game_look": [
        posted((*AT_THE_DOOR, 403, 403, 302), reason="A report"),
        posted((*AT_THE_DOOR, 403, 403, 400), reason=""),
    ],
    "games_game_action": [
        posted(NOT_OVER, kind="void", reason="Somebody watched over a shoulder"),
        posted(FAULTY, kind="void", reason=""),
        posted(FAULTY, kind="unheard-of", reason="x"),
    ],
    "games_room_action": [
        posted(DONE, kind="close", reason="Rude talk"),
        posted(FAULTY, kind="close"),
    ],
    "games_player_action": [
        posted(DONE, kind="ban", until="2099-01-01", reason="Rude talk"),
        posted(DONE, kind="silence", until="2099-01-01", reason="Rude talk"),
        posted(DONE, kind="rename", name="Somebody", reason="Rude name"),
        posted(FAULTY, kind="ban", until="tomorrow", reason="Rude talk"),
        posted(FAULTY, kind="rename", name="", reason="Rude name"),
        posted(FAULTY, kind="ban", until="2099-01-01"),
    ],
    "games_report_action": [
        posted(DONE, kind="take"),
        posted(DONE, kind="settle", reason="Spoken to"),
    ],
}
ROWS = [
    pytest.param(name, row, id=f"{name}-{row.method}-{number}")
    for name, rows in TABLE.items()
    for number, row in enumerate(rows)
]


def addresses() -> dict[str, URLPattern]:
    """Every address under /admin/ by its name; the one that leads nowhere has none."""
    admin = next(each for each in get_resolver().url_patterns if str(each.pattern) == "admin/")
    return {pattern.name: pattern for pattern in flat(admin.url_patterns)}


def flat(patterns):
    for pattern in patterns:
        if not isinstance(pattern, URLPattern):
            yield from flat(pattern.url_patterns)
        elif pattern.name:
            yield pattern


def test_every_address_of_the_admin_has_a_row():
    assert set(addresses()) == set(TABLE)


class House:
    """A running game, with something said, reported, judged and looked at."""

    def __init__(self) -> None:
        here = a_game()
        self.player = here.people[1]
        message = chat.say(here.room.pk, here.people[0], "Good evening")
        report = reports.report(here.room, here.people[0], "Rude", here.people[2].pk)
        user = an_account("superuser")
        access = reports.log_hidden_access(Moderator(user), here.game, "A report")
        action = ModerationAction.objects.create(
            user=user, kind="ban", player=here.people[2], reason="Rude"
        )
        group = Group.objects.create(name="Gardeners")
        rows = (here.game, here.room, here.people[2], message, report, access, action, user, group)
        self.rows = {row._meta.model_name: row.pk for row in rows}

    def visitor(self, role: str) -> Visitor:
        if role in {"stranger", "player"}:
            return Visitor(self.player if role == "player" else None)
        return Keeper("" if role == "account" else role)

    def address(self, name: str) -> str:
        model = name.split("_")[1] if "_" in name else ""
        if name == "app_list":
            return reverse("admin:app_list", args=["games"])
        if name == "view_on_site":
            return reverse("admin:view_on_site", args=[0, 0])
        if name.endswith("_moved"):
            return reverse(f"admin:{name}", args=["7/change/"])
        takes = "object_id" in str(addresses()[name].pattern) or "<id>" in str(
            addresses()[name].pattern
        )
        return reverse(f"admin:{name}", args=[self.rows[model]] if takes else [])


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_the_answer_for_each_role(name, row):
    house = House()
    answers = []
    for role in ROLES:
        with undone():
            visitor = house.visitor(role)
            answers.append(ask(visitor, house.address(name), row))

    assert answers == list(row.answers)


def ask(visitor: Visitor, address: str, row: Row) -> int:
    """The status; neither a page nor a refusal has changed anything."""
    before = kept()
    if row.method == "GET":
        response = visitor.client.get(address)
    else:
        response = visitor.client.post(address, row.data)
    assert "default-src 'none'" in response["Content-Security-Policy"]
    if row.method == "GET" or response.status_code >= 400:
        assert kept() == before
    return response.status_code


def kept() -> dict[str, Any]:
    rows = {
        kind.__name__: list(kind.objects.order_by("pk").values())
        for kind in (Report, HiddenAccess, ModerationAction)
    }
    found = everything() | rows
    found.pop("User")  # who logs in is seen
    return found


@pytest.mark.parametrize("name", TABLE)
def test_no_address_takes_any_other_method(name):
    house = House()
    visitor = house.visitor("superuser")
    address = house.address(name)

    for method in ("put", "delete", "patch", "options", "trace"):
        assert getattr(visitor.client, method)(address).status_code == 405


@pytest.mark.parametrize("name", [name for name, rows in TABLE.items() if rows[0].method == "POST"])
def test_what_takes_a_post_is_not_done_by_looking(name):
    house = House()
    before = kept()

    response = house.visitor("superuser").client.get(house.address(name))

    assert response.status_code == 405
    assert kept() == before


@pytest.mark.parametrize("name", ["games_player_action", "games_room_action", "games_game_look"])
def test_every_form_needs_its_token(name):
    house = House()
    keeper = Keeper("superuser", enforce_csrf_checks=True)
    before = kept()

    assert keeper.client.post(house.address(name), TABLE[name][0].data).status_code == 403
    assert kept() == before


@pytest.mark.parametrize("action", ["verify", "export_records", "export_table"])
def test_actions_need_their_permissions(action, rng):
    here = a_game()
    play_on(here, rng)
    reviewer, clerk = Keeper(), Keeper("clerk", "view_game")

    assert reviewer.act(action, here.game).streaming
    assert not clerk.act(action, here.game).streaming


def test_wrong_passwords_shut_the_door_for_a_while(settings):
    settings.LIMITS = "off"
    an_account("superuser")
    visitor = Visitor()
    wrong = {"username": "superuser0", "password": "wrong"}

    answers = [visitor.client.post("/admin/login/", wrong).status_code for _ in range(12)]

    assert answers == [200] * 10 + [429] * 2
    page = visitor.client.post("/login/", wrong)
    assert page.status_code == 429
    assert "Too many wrong passwords" in page.content.decode()


def test_who_logs_in_to_the_admin_is_who_played_in_this_browser():
    here = a_game()
    user = an_account("superuser")
    user.set_password("a fine evening")
    user.save()
    visitor = Visitor(here.people[0])

    response = visitor.client.post(
        "/admin/login/?next=/admin/", {"username": user.username, "password": "a fine evening"}
    )

    assert response.status_code == 302
    assert visitor.player.user == user
    assert here.game.seats.get(number=0).player == visitor.player


@pytest.mark.parametrize(("old", "new"), [("deed", "moderationaction"), ("look", "hiddenaccess")])
@pytest.mark.parametrize("rest", ["", "?at__year=2026", "7/change/", "7/history/?x=%2F%25"])
def test_the_addresses_of_a_renamed_model_lead_to_the_new_ones(old, new, rest):
    response = Keeper("Moderator").look(f"games/{old}/{rest}")

    assert response.status_code == 301
    assert response["Location"] == f"/admin/games/{new}/{rest}"
