"""Profiles and leaderboards: what anybody may see of open games, and nothing else."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.erasure import erase
from games.models import Player, User
from games.moderation.actions import Moderator, void
from games.ratings.counting import count_waiting
from games.ratings.leaders import PERIODS, leaders
from tests.support.builders import a_past_game, a_person
from tests.support.rated import (
    LONG_AGO,
    a_bot,
    a_rated_game,
    accounts,
    an_open_past_game,
)
from tests.support.staff import Keeper
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return accounts("Ann", "Bob", "Cid", "Dora")


def turned(people, by):
    return [*people[by % len(people) :], *people[: by % len(people)]]


def page(visitor, name, place=None):
    response = visitor.get(name, place)
    assert response.status_code == 200
    return response.content.decode()


def board(visitor=None, query=""):
    response = (visitor or Visitor()).client.get(f"{url('leaders')}{query}")
    assert response.status_code == 200
    return response.content.decode()


def many_games(people, count=10, **more):
    for number in range(count):
        a_rated_game(turned(people, number), is_counted=False, **more)
    count_waiting()


def test_a_profile_tells_of_ratings_editions_company_and_badges(four):
    many_games(four, 12)
    an_open_past_game([four[0], four[1], four[2]], edition="classic")

    html = page(Visitor(), "profile", "ann")

    for told in ("Ann", "13 open games", "12 rated games", "Classic", "Osprey 2018"):
        assert told in html
    assert 'class="chart__curve"' in html
    assert "13 games together" in html
    assert url("profile", "bob") in html
    assert "Every edition" not in html


def test_private_games_are_never_shown_or_counted(four):
    before_anything = Visitor().get("profile", "ann")
    a_past_game([*four[:2], a_person("Secret")], edition="manual")
    assert before_anything.status_code == Visitor().get("profile", "ann").status_code == 404

    an_open_past_game(four[:3])

    html = page(Visitor(), "profile", "ann")
    assert "1 open game." in html
    assert "Secret" not in html
    assert "Reference manual" not in html


def test_a_profile_in_any_case_is_the_same(four):
    an_open_past_game(four[:3])

    assert page(Visitor(), "profile", "ANN").count("<h1") == 1


def alike(first, second):
    strip = lambda response, name: response.content.decode().replace(name, "NAME")  # noqa: E731
    return strip(first, "ann") == strip(second, "zoe")


@pytest.mark.parametrize("kind", ["hidden", "deactivated", "private", "e-mail"])
def test_a_hidden_name_is_answered_as_an_unknown_one(four, kind):
    ann = four[0]
    if kind != "private":
        many_games(four)
    User.objects.filter(pk=ann.user_id).update(is_active=kind != "deactivated")
    Player.objects.filter(pk=ann.pk).update(is_public=kind != "hidden")
    name = "ann"
    if kind == "e-mail":
        name = "ann@example.com"
        User.objects.filter(pk=ann.user_id).update(username=name, username_key=name)

    visitor, unknown = Visitor(), Visitor()
    hidden, nobody = visitor.get("profile", name), unknown.get("profile", "zoe")

    assert hidden.status_code == nobody.status_code == 404
    assert "We can’t find a profile with that name." in hidden.content.decode()
    assert "Ann" not in hidden.content.decode()
    assert len(hidden.content) - hidden.content.decode().count(name) * len(name.encode()) == len(
        nobody.content
    ) - nobody.content.decode().count("zoe") * len(b"zoe")
    if kind in {"hidden", "deactivated"}:
        assert "Ann" not in board()
    assert f"/p/{name}/" not in board()
    assert f"/p/{name}/" not in (page(Visitor(), "profile", "bob") if kind != "private" else "")


def test_strange_names_are_unknown_ones():
    for name in ("\x00", "a" * 5_000, "ß" * 151, "..", "<script>", "%00"):
        assert Visitor().get("profile", name).status_code == 404


def test_one_switch_hides_and_shows_everything(four):
    many_games(four)
    ann = Visitor(four[0])
    assert "Hide my profile" in page(ann, "account")

    assert ann.post("profile-switch", data={"public": "no"}).status_code == 302
    assert Visitor().get("profile", "ann").status_code == 404
    assert ann.get("profile", "ann").status_code == 404
    assert "Ann" not in board()
    assert "Show my profile" in page(ann, "account")

    assert ann.post("profile-switch", data={"public": "yes"}).status_code == 302
    assert Visitor().get("profile", "ann").status_code == 200
    assert "Ann" in board()


def test_guests_have_no_switch():
    guest = Visitor(a_person("Gus"))

    assert "Hide my profile" not in page(guest, "account")
    assert guest.post("profile-switch", data={"public": "no"}).status_code == 403


def test_hidden_people_guests_and_bots_are_no_favourite_company(four):
    for _ in range(3):
        an_open_past_game([four[0], four[1], a_bot(), a_person("Gus")])
    Player.objects.filter(pk=four[1].pk).update(is_public=False)

    html = page(Visitor(), "profile", "ann")

    for name in ("Bob", "Gus", "Lady Octavia"):
        assert name not in html


def test_the_leaderboard_has_those_who_have_played_enough_the_best_first(four):
    zoe = accounts("Zoe")[0]
    for number in range(12):
        a_rated_game([four[0], *turned(four[1:], number)], is_counted=False)
    a_rated_game([zoe, *four[1:]])

    html = board()

    assert html.index(">Ann<") < html.index(">Bob<")
    assert "Zoe" not in html
    assert "Your place: <strong>1</strong>" in board(Visitor(four[0]))
    assert "Your place" not in board(Visitor(zoe))


def test_a_leaderboard_knows_periods_and_groups(four):
    many_games(four)
    others = accounts("Xena", "Fay", "Gil")
    for number in range(10):
        at = timezone.now() - timedelta(days=200 - number)
        a_rated_game(turned(others, number), at, is_counted=False)
    stars = accounts("Hal", "Ida", "Joe")
    many_games(stars, edition="allplay-2025", advanced=["gambling"])

    assert ("Ann" in board(), "Xena" in board(), "Hal" in board()) == (True, False, False)
    year = board(query="?group=base&period=year")
    assert ("Ann" in year, "Xena" in year) == (True, True)
    assert "Hal" in board(query="?group=stars&period=all")
    assert timezone.now() - timedelta(days=7) > LONG_AGO
    assert "Nobody has played enough" in board(query="?period=week")


@pytest.mark.parametrize("query", ["?group=x", "?period=x", "?group=base&period=%00"])
def test_an_unknown_leaderboard_is_refused_with_a_sentence(query):
    response = Visitor().client.get(f"{url('leaders')}{query}")

    assert response.status_code == 400
    assert "There is no such leaderboard." in response.content.decode()


@pytest.mark.parametrize("number", ["0", "x", "-1", "99999999999999999999", "2"])
def test_a_page_that_does_not_exist_is_another_one(four, number):
    many_games(four)

    assert "Ann" in board(query=f"?page={number}")


def test_equal_ratings_share_a_place(four):
    many_games(four)
    leaders("base", "all").update(points=500)

    assert board().count('board__place" data-name="Place">1<') == 4


def test_pages_cost_few_queries(four):
    many_games(four, 14)
    visitor = Visitor(four[0])
    for name, place, most in (("leaders", None, 8), ("profile", "ann", 8), ("ratings", None, 4)):
        with CaptureQueriesContext(connection) as asked:
            page(visitor, name, place)
        assert len(asked) <= most, [each["sql"] for each in asked]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="it reads SQLite's plans")
@pytest.mark.parametrize("period", PERIODS)
def test_a_board_is_counted_and_paged_by_its_index_alone(period):
    """With a million ratings the rows themselves, or a look at all people, would take 100 ms."""
    rows = leaders("base", period)
    for queried in (rows.values("pk")[5_000:5_050], rows.order_by().values("pk")):
        plan = queried.explain()
        assert "USING COVERING INDEX leaders_of_a_board" in plan
        assert "USING INDEX people_hidden" in plan
        assert "USING INDEX accounts_closed" in plan
        assert "TEMP B-TREE" not in plan


def test_a_forgotten_person_is_on_no_page(four):
    many_games(four)

    erase(four[0])

    assert Visitor().get("profile", "ann").status_code == 404
    assert "Ann" not in board()
    assert "Ann" not in page(Visitor(), "profile", "bob")


def test_a_void_game_is_on_no_profile(four):
    game = an_open_past_game(four[:3])

    void(Moderator(Keeper("Moderator").user), game, "cheating")

    assert Visitor().get("profile", "ann").status_code == 404


def test_names_are_shown_as_they_are(four):
    Player.objects.filter(pk=four[0].pk).update(name="<b>Ann</b>")
    many_games(four)

    for html in (board(), page(Visitor(), "profile", "ann"), page(Visitor(), "profile", "bob")):
        assert "<b>Ann" not in html
        assert "<bdi>&lt;b&gt;Ann&lt;/b&gt;</bdi>" in html


def test_the_page_about_ratings_names_groups_and_bots():
    html = page(Visitor(), "ratings")

    for told in ("Base game", "With ★ cards", "Regular", "1,000", "openskill"):
        assert told in html
