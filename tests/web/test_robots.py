"""What robots may read and what search engines may list."""

from urllib.robotparser import RobotFileParser

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.test import RequestFactory

from games.archive.sharing import share
from games.server.headers import FOR_SEARCH_ENGINES, private_by_default
from tests.support.access_table import TABLE
from tests.support.builders import a_game, a_past_game, a_person, a_room
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db

BY_LINK = ("room", "replay", "review")


@pytest.fixture
def rules() -> RobotFileParser:
    response = Visitor().get("robots")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Cache-Control"] == "public, max-age=3600"
    parser = RobotFileParser()
    parser.parse(response.content.decode().splitlines())
    return parser


def address(name: str) -> str:
    row = TABLE[name][0]
    if isinstance(row.named, tuple):
        return url(name, row.named)
    return url(name, "x" if row.in_room or row.named else None)


@pytest.mark.parametrize("name", TABLE)
def test_a_crawler_may_read_what_search_engines_may_list_and_nothing_else(rules, name):
    assert rules.can_fetch("Googlebot", address(name)) == (name in FOR_SEARCH_ENGINES)


def test_the_admin_is_closed_and_static_files_are_open(rules):
    assert not rules.can_fetch("Googlebot", "/admin/games/room/")
    assert rules.can_fetch("Googlebot", "/static/img/previews/home.png")


@pytest.mark.parametrize("robot", ["Twitterbot", "facebookexternalhit/1.1", "Slackbot", "WhatsApp"])
def test_a_robot_that_shows_a_pasted_link_may_read_what_people_share(rules, robot):
    for name in (*BY_LINK, "home", "rules"):
        assert rules.can_fetch(robot, address(name)), name
    for name in ("my-games", "login", "seat-api"):
        assert not rules.can_fetch(robot, address(name)), name


def test_search_engines_are_told_not_to_list_rooms_replays_and_private_pages():
    here, running = a_room(2), a_game()
    key = share(a_past_game([a_person(name) for name in ("Zoe", "Yan", "Xia")]))
    pages = [("room", here.room), ("room", running.room), ("room", "no-such-room"), ("login", None)]
    pages += [("replay", key), ("review", key), ("record", key), ("qr", here.room)]

    for name, place in (*pages, ("my-games", None), ("seat-api", None), ("sign-up", None)):
        assert Visitor().get(name, place)["X-Robots-Tag"] == "noindex", name
    assert Visitor().client.get("/admin/login/")["X-Robots-Tag"] == "noindex"
    for name, place in (("home", None), ("rules", None), ("rules-of", "classic")):
        assert "X-Robots-Tag" not in Visitor().get(name, place), name


def test_other_sites_may_show_the_pictures_of_links_and_no_other_file():
    answer = private_by_default(lambda _: HttpResponse())

    def policy(path: str) -> str:
        request = RequestFactory().get(staticfiles_storage.url(path))
        return answer(request)["Cross-Origin-Resource-Policy"]

    assert policy("img/previews/room.png") == "cross-origin"
    assert policy("img/art.svg") == "same-origin"
