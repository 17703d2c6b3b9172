"""What a room's page says about what was just done, and what a bot did for an absent player."""

import pytest

from games.engine.actions import Pass
from games.engine.history import BY_CLOCK, BY_STAND_IN
from games.models import Room
from games.play.moves import Move, play
from games.rooms import ending, hosting, seating, starting
from tests.support.builders import Table, a_game, a_person, a_room, bid
from tests.support.visitors import Visitor, part, url

pytestmark = pytest.mark.django_db


def told(who, here: Table, id: str = "notice") -> str:
    return part(Visitor(who).page(here.room), id)


def act(here: Table, action, by: str = "") -> None:
    play(Move(here.game.pk, here.position().version, action, by))


def test_a_game_that_was_broken_off_says_so_to_everybody():
    here = a_game()
    assert "no result" not in told(here.people[0], here)

    ending.break_off(here.room.pk, here.people[0])

    assert "You broke the game off. It has no result." in told(here.people[0], here)
    assert "The host broke the game off. It has no result." in told(here.people[1], here)
    assert "no result" not in told(None, here)
    starting.start(here.room.pk, here.people[0])
    assert "no result" not in told(here.people[1], here)


def test_changed_options_are_named():
    here = a_room(3)

    hosting.choose(here.room.pk, here.people[0], clock=60, seats=5, grace=here.room.grace)

    for who in here.people:
        assert "Options changed: Time per turn, Seats." in told(who, here)


def test_coming_back_tells_what_a_bot_has_done():
    here = a_game("luxury-7 luxury-1 half", first=0)
    act(here, bid(0, 3), BY_STAND_IN)
    act(here, Pass(1))
    act(here, Pass(2))
    act(here, bid(0, 1), BY_STAND_IN)

    sentence = "While you were away, a bot played for you: "
    assert f"{sentence}bought Luxury 7 for 3; bid 1 for Luxury 1." in told(
        here.people[0], here, "bot-report"
    )
    for who in (*here.people[1:], None):
        assert sentence not in told(who, here, "bot-report")

    act(here, bid(1, 2))
    act(here, Pass(2))
    assert sentence in told(here.people[0], here, "bot-report")
    act(here, Pass(0))
    assert sentence not in told(here.people[0], here, "bot-report")


def test_a_turn_whose_time_ran_out_says_so_until_the_player_acts():
    here = a_game("luxury-7 luxury-1", first=0)
    act(here, bid(0, 1))
    act(here, bid(1, 2), BY_CLOCK)
    act(here, bid(2, 3))
    act(here, Pass(0))

    sentence = "Your time ran out, so a bot played for you: bid 2 for Luxury 7."
    assert sentence in told(here.people[1], here, "bot-report")
    assert "Your time" not in told(here.people[0], here, "bot-report")
    act(here, Pass(1))
    assert "Your time" not in told(here.people[1], here, "bot-report")


def test_a_disgrace_that_a_bot_took_or_paid_for_is_told():
    here = a_game("half luxury-1", first=0)
    act(here, bid(0, 1), BY_STAND_IN)
    act(here, Pass(1), BY_STAND_IN)

    assert "paid 1 to avoid Scandale" in told(here.people[0], here, "bot-report")
    assert "took Scandale" in told(here.people[1], here, "bot-report")


@pytest.mark.parametrize(
    ("name", "question"),
    [("hand-over", "Make Bob the host?"), ("remove", "Remove Bob from this room?")],
)
def test_without_scripts_a_page_asks_before_it_is_done(name, question):
    here = a_room(3)
    ann, bob = Visitor(here.people[0]), here.people[1]
    asking = {"player": bob.pk, "ask": "yes"}

    answer = ann.post(name, here.room, asking)

    assert answer.status_code == 200
    page = answer.content.decode()
    assert question in page.replace("&#x27;", "'")
    assert f'name="player" value="{bob.pk}"' in page
    assert 'name="ask"' not in page
    assert Room.objects.get().host == here.people[0]
    assert ann.post(name, here.room, {"player": bob.pk}).status_code == 302
    assert ann.post(name, here.room, asking).status_code in {403, 404}


def test_breaking_off_and_leaving_a_game_ask_without_scripts():
    here = a_game()
    ann = Visitor(here.people[0])

    for name in ("break-off", "leave"):
        page = ann.post(name, here.room, {"ask": "yes"})
        assert page.status_code == 200
        assert f'action="{url(name, here.room)}"' in page.content.decode()
    assert here.room.games.get().status == "running"


def test_removing_a_bot_does_not_speak_of_a_person():
    here = a_room(2)
    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    seating.watch(here.room.pk, a_person("Eve"))

    people = part(Visitor(here.people[0]).page(here.room), "people")

    assert people.count("Remove this bot") == 1
    assert people.count("from this room? They can") == 2
    assert people.count("the host? You won") == 2
