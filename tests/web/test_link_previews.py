"""What a robot of another site reads behind a pasted link: title, sentence, picture, address."""

from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.contrib.staticfiles import finders
from django.test import override_settings
from django.utils import timezone

from games.archive.sharing import share
from games.models import Game, Member, Player, Room
from games.rooms import hosting
from tests.support.builders import a_game, a_past_game, a_person, a_room, deal_anew, everything
from tests.support.hostile_names import HOSTILE
from tests.support.strategies import some_action
from tests.support.visitors import Visitor, text_of

pytestmark = pytest.mark.django_db

HEAVIEST = 100_000
FORGED = "evil.example"


class Head(HTMLParser):
    """What the head of a page says about itself, by the name of the tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        name = facts.get("property") or facts.get("name") or facts.get("rel")
        if tag in {"meta", "link"} and name and name not in self.said:
            self.said[name] = facts.get("content") or facts.get("href") or ""


def head(name: str, place: Room | str | None = None, **headers: str) -> dict[str, str]:
    """What a robot without cookies reads."""
    response = Visitor().get(name, place, headers=headers)
    assert response.status_code == 200
    return Head(response.content.decode()).said


def words(name: str, place: Room | str | None = None, **headers: str) -> tuple[str, str]:
    said = head(name, place, **headers)
    assert said["description"] == said["og:description"]
    return said["og:title"], said["og:description"]


def a_shared_game(*names: str) -> str:
    """The key of a past game of people with these names."""
    return share(a_past_game([a_person(name) for name in names]))


def test_the_home_page_says_what_this_is():
    title, sentence = words("home")

    assert title == "High Society"
    assert sentence.startswith("Reiner Knizia’s 15-minute bidding game for 3–5.")
    assert head("home")["og:url"] == head("home")["canonical"] == "http://testserver/"


def test_the_lesson_has_a_preview_and_all_its_steps_are_one_page():
    title, sentence = words("learn")
    later = Head(Visitor().client.get("/learn/?step=7").content.decode()).said

    assert title == "Learn High Society by playing"
    assert sentence == "Three minutes with a coach at a table of bots. Free, no account."
    assert later["canonical"] == "http://testserver/learn/"
    assert later["og:image"].startswith("http://testserver/static/img/previews/home")


def test_a_room_says_who_invites_and_how_many_seats_are_free():
    here = a_room(2, seats=4)

    title, sentence = words("room", here.room)

    assert title == "Ann invited you to High Society"
    assert sentence == "2 of 4 seats are free. No account needed."
    assert head("room", here.room)["canonical"] == f"http://testserver/r/{here.room.invite}/"


def test_a_member_s_page_is_spared_what_only_robots_read():
    here = a_room(2, seats=4)

    assert "og:" not in Visitor(here.people[0]).page(here.room)


def test_one_free_seat_a_bot_s_seat_and_no_seat_are_said_as_such():
    here = a_room(2, seats=3)
    assert words("room", here.room)[1] == "1 of 3 seats is free. No account needed."

    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    assert words("room", here.room)[1] == "All 3 seats are taken, but you can have a bot’s."

    full = a_room(3, seats=3)
    assert words("room", full.room)[1] == "All 3 seats are taken. You can watch."


def test_a_room_without_a_host_invites_all_the_same():
    here = a_room(2)
    Room.objects.filter(pk=here.room.pk).update(host=None)

    assert words("room", here.room)[0] == "You are invited to High Society"


def test_a_preview_speaks_the_language_that_the_robot_asks_for():
    here = a_room(2, seats=4)

    assert words("room", here.room, accept_language="de") == (
        "Ann hat dich zu High Society eingeladen",
        "2 von 4 Plätzen sind frei. Kein Konto nötig.",
    )


def test_of_a_running_game_it_says_the_same_to_the_end():
    here = a_game()
    first = head("room", here.room)
    assert first["og:description"] == "A game is running; you can watch."

    chance = Random(7)
    while not here.state().is_over:
        assert head("room", here.room) == first
        here.do(some_action(here.state(), chance, 0.4))


def test_two_games_alike_in_what_a_stranger_may_know_have_the_same_bytes():
    here = a_game("luxury-7 luxury-1")
    pages = []
    for seed in (b"\1" * 32, b"\2" * 32):
        deal_anew(here.game, seed)
        Game.objects.filter(pk=here.game.pk).update(commitment="c" * 64)
        pages.append(head("room", here.room))

    assert pages[0] == pages[1]


def test_rooms_that_are_locked_expired_or_unknown_answer_alike_and_say_nothing():
    locked, expired = a_room(2), a_room(2)
    hosting.set_lock(locked.room.pk, locked.people[0], is_locked=True)
    Room.objects.filter(pk=expired.room.pk).update(closed_at=timezone.now())

    answers = [Visitor().get("room", room) for room in (locked.room, expired.room, "no-such-room")]

    assert {response.status_code for response in answers} == {404}
    assert len({text_of(response) for response in answers}) == 1
    assert not any("og:" in response.content.decode() for response in answers)


def test_a_shared_replay_and_its_analysis_name_the_players_but_not_the_winner():
    key = a_shared_game("Zoe", "Yan", "Xia")

    title, sentence = words("replay", key)
    assert title == "High Society: Zoe, Yan and Xia"
    assert sentence.startswith("Watch this game again, move by move.")
    title, sentence = words("review", key)
    assert title == "Analysis: Zoe, Yan and Xia"
    assert sentence == "What each decision in this game of High Society cost."


def test_a_link_to_a_moment_leads_there_and_is_the_same_page_to_search_engines():
    key = a_shared_game("Zoe", "Yan", "Xia")
    page = Visitor().client.get(f"/g/{key}/?at=3&view=open&x=<y>").content.decode()

    said = Head(page).said
    assert said["og:url"] == f"http://testserver/g/{key}/?at=3&view=open"
    assert said["canonical"] == f"http://testserver/g/{key}/"


def test_the_pictures_are_there_and_small_enough_for_every_site():
    key, here = a_shared_game("Zoe", "Yan", "Xia"), a_room(2)
    pages = [("home", None), ("room", here.room), ("replay", key), ("review", key), ("rules", None)]
    pictures = {name: head(name, place)["og:image"] for name, place in pages}

    assert len(set(pictures.values())) == 4
    for address in pictures.values():
        assert address.startswith("http://testserver/static/img/previews/")
        file = Path(finders.find(urlsplit(address).path.removeprefix("/static/"))).read_bytes()
        assert len(file) <= HEAVIEST
        assert file[:8] == b"\x89PNG\r\n\x1a\n"
        assert [int.from_bytes(file[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert head("home")["twitter:card"] == "summary_large_image"


@override_settings(SITE_ORIGINS=["https://play.example", "https://other.example"])
def test_addresses_are_those_of_the_site_whatever_the_host_header_says():
    for host in (FORGED, "other.example", "play.example"):
        said = head("home", host=host)
        assert said["canonical"] == said["og:url"] == "https://play.example/"
        assert said["og:image"].startswith("https://play.example/static/")
        assert not any(FORGED in value for value in said.values())


@override_settings(ALLOWED_HOSTS=["play.example"])
def test_a_forged_host_is_refused_where_hosts_are_named():
    assert Visitor().get("home", headers={"host": FORGED}).status_code == 400


def test_two_hundred_hostile_names_stand_there_literally():
    here = a_room(1, seats=4)
    pairs = [f"{one}{other}"[:20] for other in HOSTILE for one in HOSTILE]

    for name in (*HOSTILE, *pairs[: 200 - len(HOSTILE)]):
        Player.objects.filter(pk=here.people[0].pk).update(name=name[:20])
        assert words("room", here.room)[0] == f"{name[:20]} invited you to High Society"


def test_hostile_names_of_a_past_game_stand_there_literally():
    game = a_past_game([a_person(name) for name in ("Zoe", "Yan", "Xia")])
    key = share(game)

    for name in (each[:20] for each in HOSTILE):
        game.seats.filter(number=0).update(name=name)
        assert words("replay", key)[0] == f"High Society: {name}, Yan and Xia"
        assert words("review", key)[0] == f"Analysis: {name}, Yan and Xia"


def test_the_longest_names_make_a_bounded_title():
    key = a_shared_game(*(letter * 20 for letter in "ABCDE"))

    assert len(words("replay", key)[0]) < 140


@pytest.mark.parametrize("method", ["get", "head"])
def test_a_robot_leaves_nothing_behind(method):
    key, here, game = a_shared_game("Zoe", "Yan", "Xia"), a_room(2), a_game()
    seen, before = list(Member.objects.values_list("seen_at")), everything()

    for address in ("/", *(f"/r/{each.room.invite}/" for each in (here, game)), f"/g/{key}/"):
        response = getattr(Visitor().client, method)(address)
        assert response.status_code == 200
        assert "sessionid" not in response.cookies

    assert everything() == before
    assert list(Member.objects.values_list("seen_at")) == seen
    assert not Session.objects.exists()
