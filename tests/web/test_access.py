"""Who may do what: every address, every method, every role, in one table."""

import pytest
from django.urls import URLPattern, get_resolver

from games.models import LoggedAction
from tests.support.access_table import PAGES, POST_ONLY, ROLES, ROWS, TABLE
from tests.support.builders import everything
from tests.support.house import KEEPERS, House, is_a_sentence, undone
from tests.support.visitors import url

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(("name", "row"), ROWS)
def test_the_answer_for_each_role(name, row):
    house = House(row.is_running)
    answers = []
    for role in (*ROLES, *KEEPERS):
        with undone():
            response = ask(house.visitor(role), house, name, row)
            answers.append(response.status_code)

    keeper = row.with_account or row.answers[ROLES.index("outsider")]
    assert answers == [*row.answers, *[keeper] * len(KEEPERS)]


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


@pytest.mark.parametrize(
    ("name", "role"), [("sit", "stranger"), ("sit", "watcher"), ("watch", "player")]
)
def test_a_refused_chair_leaves_everything_as_it_was(name, role):
    house = House(is_running=True)
    visitor = house.visitor(role)
    before = everything()

    assert visitor.post(name, house.room, {"name": "Zoe"}).status_code == 409
    assert everything() == before


@pytest.mark.parametrize("name", POST_ONLY)
def test_what_takes_a_post_takes_nothing_else(name):
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
def test_a_page_takes_no_form(name):
    house = House(is_running=False)
    visitor = house.visitor("host")
    address = url(name, house.place(TABLE[name][0]))

    for method in ("post", "put", "delete", "patch"):
        assert getattr(visitor.client, method)(address).status_code == 405
    assert visitor.client.head(address).status_code == 200


@pytest.mark.parametrize("name", [*POST_ONLY, "sign-up", "login", "import"])
def test_every_form_needs_its_token(name):
    row = TABLE[name][-1] if name == "sign-up" else TABLE[name][0]
    house = House(row.is_running)
    visitor = house.visitor("host", enforce_csrf_checks=True)
    place = house.place(row)
    before = everything()

    response = visitor.post(name, place, house.filled(row.data))

    assert response.status_code == 403
    assert "This page is out of date." in response.content.decode()
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert everything() == before


def test_the_same_move_by_two_people_is_the_player_s_alone():
    house = House(is_running=True)
    move = {"type": "pass", "version": 0, "seat": 1}

    assert house.visitor("watcher").post("play", house.room, move).status_code == 403
    assert house.visitor("host").post("play", house.room, move).status_code == 409
    assert not LoggedAction.objects.exists()
    assert house.visitor("player").post("play", house.room, move).status_code == 302
    assert LoggedAction.objects.get().seat == 1
