"""Polite limits: nobody storms a door, talks or moves too fast, or guesses passwords."""

import pytest
from django.conf import settings as of_the_site

from games.models import Letter, Message, Report
from games.rooms import seating
from tests.support.builders import a_game, a_person, a_room, everything
from tests.support.visitors import ACCOUNT, Visitor, visitors_of

pytestmark = pytest.mark.django_db


def too_fast(response):
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 60
    assert "Too many requests" in response.content.decode()


@pytest.mark.parametrize(
    ("name", "data", "times"),
    [("open-room", {"name": "Zoe"}, 10), ("join", {"code": "AAAAAAAA"}, 10)],
)
@pytest.mark.usefixtures("clock")
def test_the_front_door_is_not_stormed(name, data, times):
    for _ in range(times):
        assert Visitor().post(name, data=data).status_code in {302, 404}
    before = everything()

    too_fast(Visitor().post(name, data=data))
    assert everything() == before


@pytest.mark.usefixtures("clock")
def test_a_room_is_not_stormed():
    here = a_room(1)
    for number in range(20):
        assert Visitor().post("watch", here.room, {"name": f"Zoe {number}"}).status_code == 302
    before = everything()

    too_fast(Visitor().post("watch", here.room, {"name": "Zoe"}))
    too_fast(Visitor().post("sit", here.room, {"name": "Zoe"}))
    assert everything() == before


@pytest.mark.usefixtures("clock")
def test_nobody_talks_faster_than_others_can_read():
    here = a_room(2)
    ann, bob = visitors_of(here)
    for number in range(5):
        assert ann.post("talk", here.room, {"text": str(number)}).status_code == 302

    too_fast(ann.post("talk", here.room, {"text": "6"}))
    too_fast(ann.post("talk", here.room, {"remark": "thanks"}))
    assert bob.post("talk", here.room, {"text": "Hush"}).status_code == 302
    assert Message.objects.count() == 6


@pytest.mark.usefixtures("clock")
def test_nobody_moves_faster_than_a_hand():
    here = a_game(first=1)
    ann, move = Visitor(here.people[0]), {"type": "pass", "version": 0}
    for _ in range(30):
        answer = ann.post("play", here.room, move, headers={"HX-Request": "true"})
        assert answer.status_code == 409

    too_fast(ann.post("play", here.room, move))


@pytest.mark.usefixtures("clock")
def test_accounts_are_not_made_by_the_dozen():
    for number in range(of_the_site.RATES["account"][0]):
        Visitor().post("sign-up", data=ACCOUNT | {"username": f"duke{number}"})

    too_fast(Visitor().post("sign-up", data=ACCOUNT))


@pytest.mark.usefixtures("clock")
def test_passwords_are_not_guessed_by_the_dozen():
    for number in range(of_the_site.RATES["account"][0]):
        Visitor().post("login", data={"username": f"duchess{number}", "password": "wrong"})

    too_fast(Visitor().post("login", data={"username": "duchess", "password": "wrong"}))


@pytest.mark.parametrize("name", ["import", "my-records"])
@pytest.mark.usefixtures("clock")
def test_records_are_counted_by_address_too(name):
    """Else one guest more would be one allowance more."""
    people = [Visitor(a_person(str(number))) for number in range(11)]
    send = {"import": lambda who: who.post(name, data={}), "my-records": lambda who: who.get(name)}
    for visitor in people[:10]:
        assert send[name](visitor).status_code in {200, 400}

    too_fast(send[name](people[10]))


@pytest.mark.usefixtures("clock")
def test_reports_are_counted_by_address_too():
    """Else each new guest could fill the moderators' list with five more."""
    here = a_room(2)
    people = [a_person(f"Eve {letter}") for letter in "ABCDEFG"]
    for number in range(30):
        if number % 5 == 0:
            eve = Visitor(people[number // 5])
            seating.watch(here.room.pk, people[number // 5])
        assert eve.post("report", here.room, {"reason": "Rude"}).status_code == 302
    seating.watch(here.room.pk, people[6])

    assert Visitor(people[6]).post("report", here.room, {"reason": "Rude"}).status_code == 429
    assert Report.objects.count() == 30


@pytest.mark.usefixtures("clock")
def test_letters_to_strangers_are_counted_by_the_address_that_asks_for_them(settings):
    """Each mailbox has a limit of its own, but a mailbox may have any number of names."""
    settings.EMAIL_URL = "smtp://localhost"
    form, statuses = {"wish": "turns", "password": ACCOUNT["password1"]}, []
    for number in range(21):
        visitor = Visitor()
        visitor.post("sign-up", data=ACCOUNT | {"username": f"duke{number}"})
        mailbox = f"victim+{number}@example.com"
        statuses.append(visitor.post("email", data=form | {"address": mailbox}).status_code)

    assert statuses == [302] * 20 + [429]
    assert Letter.objects.count() == 20
