"""The home page: what this is, playing at once, and the way back to one's own games."""

import pytest

from games.models import LoggedAction, Room
from tests.support.builders import a_game, a_person, bid
from tests.support.visitors import ACCOUNT, Visitor, url

pytestmark = pytest.mark.django_db


def home(visitor: Visitor) -> str:
    return visitor.get("home").content.decode()


def flashes(html: str) -> str:
    return html.split('class="flashes"')[1].split("</div>", maxsplit=1)[0]


def test_one_line_says_what_this_is():
    assert "bidding game for 3–5" in home(Visitor())


def test_the_name_given_at_play_now_is_the_player_s():
    visitor = Visitor()

    visitor.post("play-now", data={"name": "Zoe"})

    assert visitor.player.name == "Zoe"


def test_own_running_games_are_listed_and_one_s_turn_first():
    first, second = a_game(first=0), a_game(first=1)
    ann = first.people[0]
    second.game.seats.filter(number=0).update(player=ann)
    visitor = Visitor(ann)

    page = home(visitor)

    games = [page.index(url("room", here.room)) for here in (first, second)]
    assert games == sorted(games)
    assert page.count("Your turn") == 1
    assert "Waiting for <bdi>Bob</bdi>" in page

    first.do(bid(0, 3))
    second.do(bid(1, 3), bid(2, 4))
    page = home(visitor)
    games = [page.index(url("room", here.room)) for here in (second, first)]
    assert games == sorted(games)


def test_strangers_and_watchers_have_no_running_games():
    here = a_game()

    for visitor in (Visitor(), Visitor(a_person("Eve"))):
        assert url("room", here.room) not in home(visitor)


def test_a_game_that_cannot_be_read_is_left_out_of_the_list():
    broken, whole = a_game(), a_game()
    ann = broken.people[0]
    whole.game.seats.filter(number=0).update(player=ann)
    type(broken.game).objects.filter(pk=broken.game.pk).update(version=1)
    LoggedAction.objects.create(
        game=broken.game, number=0, seat=0, payload="{", at=broken.game.started_at, hash="x"
    )

    page = home(Visitor(ann))

    assert url("room", whole.room) in page
    assert url("room", broken.room) not in page


def test_signing_up_logging_out_and_in_and_leaving_say_so_once():
    visitor = Visitor()
    visitor.post("open-room", data={"name": "Zoe"})
    visitor.post("leave", Room.objects.get())
    assert "You left the room." in flashes(home(visitor))
    assert "You left the room." not in home(visitor)

    visitor.post("sign-up", data=ACCOUNT)
    assert "Your account is ready." in flashes(home(visitor))
    visitor.post("logout")
    assert "logged out" in flashes(home(visitor))
    visitor.post("login", data={"username": "duchess", "password": ACCOUNT["password1"]})
    assert "logged in" in flashes(home(visitor))
    visitor.post("forget", data={"sure": "yes"})
    assert "were deleted" in flashes(home(visitor))


@pytest.mark.parametrize(("name", "place"), [("rules", None), ("rules-of", "classic")])
def test_the_header_stays_on_the_rules(name, place):
    page = Visitor(a_person("Ann")).get(name, place).content.decode()

    header = page.split('class="bar__nav"')[1].split("</nav>")[0]
    assert url("my-games") in header
    assert url("login") in header


def test_rules_open_with_how_to_play_and_the_editions_come_after_it():
    page = Visitor().get("rules").content.decode()

    assert page.index('id="aim"') < page.index('id="reckoning"') < page.index('id="editions"')
