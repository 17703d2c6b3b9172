"""The account page: name, username, password, sessions, and all of one's data as one file."""

import json
import re

import pytest
from asgiref.sync import async_to_sync

from games.accounts import people
from games.models import Device, Player, PushSubscription, User
from games.rooms import chat, seating
from tests.support.builders import a_game, a_past_game, a_room
from tests.support.push_service import Phone
from tests.support.staff import Keeper
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD, ANOTHER = "a fine evening", "another evening"
GOOD = "https://push.example/1"


def somebody(username="bob", name="Bob"):
    """A visitor who is logged in to an account."""
    user = User.objects.create_user(username, password=PASSWORD)
    player = Player.objects.create(user=user, name=name)
    visitor = Visitor()
    visitor.post("login", data={"username": username, "password": PASSWORD})
    return visitor, player


def page(visitor):
    return visitor.get("account").content.decode()


def downloaded(visitor):
    """The file, read as the server reads it out: piece by piece."""

    async def pieces(response):
        return [piece async for piece in response.streaming_content]

    return b"".join(async_to_sync(pieces)(visitor.get("my-data"))).decode()


def test_a_name_is_changed_and_a_bad_one_refused():
    visitor, player = somebody()

    assert visitor.post("rename", data={"name": "Robert"}).status_code == 302
    assert "Your name was changed." in page(visitor)
    assert visitor.post("rename", data={"name": " "}).status_code == 400
    assert Player.objects.get(pk=player.pk).name == "Robert"


def test_a_username_is_changed_and_nobody_has_one_that_differs_in_case_only():
    visitor, player = somebody()
    User.objects.create_user("Ann", password=PASSWORD)

    refused = visitor.post("username", data={"username": "aNN"})
    assert refused.status_code == 400
    assert 'role="alert"' in refused.content.decode()
    assert visitor.post("username", data={"username": "Robert"}).status_code == 302

    assert User.objects.get(pk=player.user_id).username == "Robert"
    login = Visitor().post("login", data={"username": "rOBERT", "password": PASSWORD})
    assert login.status_code == 302


def test_a_new_password_logs_out_other_browsers_and_not_this_one():
    visitor, player = somebody()
    other = Visitor()
    other.post("login", data={"username": "bob", "password": PASSWORD})
    new = {"old_password": PASSWORD, "new_password1": ANOTHER, "new_password2": ANOTHER}

    assert visitor.post("password", data=new | {"old_password": "wrong"}).status_code == 400
    assert visitor.post("password", data=new).status_code == 302

    assert visitor.player == player
    assert other.player is None


def test_with_a_new_password_this_browser_keeps_its_notifications_and_others_lose_them():
    visitor, player = somebody()
    Phone(GOOD).visit(visitor, player)
    Phone(f"{GOOD}2").subscribe(player)
    new = {"old_password": PASSWORD, "new_password1": ANOTHER, "new_password2": ANOTHER}
    visitor.post("password", data=new)

    credential = User.objects.get().credential
    valid = PushSubscription.objects.filter(credential=credential)
    assert [each.endpoint for each in valid] == [GOOD]


def test_logging_out_everywhere_ends_every_session_and_every_notification():
    visitor, player = somebody()
    other = Visitor()
    other.post("login", data={"username": "bob", "password": PASSWORD})
    Phone(GOOD).subscribe(player)

    assert visitor.post("log-out-everywhere").status_code == 302

    assert visitor.player is None
    assert other.player is None
    assert not PushSubscription.objects.exists()
    again = Visitor()
    again.post("login", data={"username": "bob", "password": PASSWORD})
    assert again.player == player


def test_sessions_from_before_there_were_login_keys_stay():
    """An empty key leaves Django's hash as it was."""
    user = User.objects.create_user("bob", password=PASSWORD)
    django_s = super(User, user)._get_session_auth_hash()

    assert user.get_session_auth_hash() == django_s


def test_a_guest_sees_what_concerns_guests():
    here = a_room(3)
    text = page(Visitor(here.people[0]))

    assert "Name at the table" in text
    assert "Change password" not in text
    assert "Download everything as one file" in text


def test_all_data_is_one_file_with_games_messages_and_browsers():
    visitor, player = somebody()
    here = a_room(3)
    a_past_game([player, *here.people[:2]])
    people.set_name(player, "Robert")
    Device.objects.create(player=player, agent="Xenix")
    room = a_room(3).room
    seating.watch(room.pk, player)
    chat.say(room.pk, player, "Good evening")

    data = json.loads(downloaded(visitor))

    assert data["name"] == "Robert"
    assert data["account"]["username"] == "bob"
    assert [each["text"] for each in data["messages"]] == ["Good evening"]
    assert "Xenix" in {each["browser"] for each in data["browsers"]}
    assert len(data["games"]) == 1
    assert data["games"][0]["seats"][0] == "Bob"
    assert "password" not in data["account"]


def test_of_a_running_game_the_file_tells_only_that_it_is_running():
    here = a_game()
    visitor = Visitor(here.people[1])
    text = downloaded(visitor)

    data = json.loads(text)
    assert data["running_games"] == [here.game.code]
    assert data["games"] == []
    for secret in (here.game.seed, here.game.salt):
        assert secret not in text
    assert not re.search(r"luxury|prestige", text)


def test_the_page_of_a_stranger_is_the_front_door():
    assert Visitor().get("account").status_code == 302


def test_an_admin_makes_a_link_that_sets_a_password_once():
    somebody()
    keeper = Keeper("superuser")
    chosen = User.objects.get(username="bob")
    data = {"action": "password_link", "_selected_action": [chosen.pk]}
    page = keeper.client.post("/admin/games/user/", data, follow=True).content.decode()

    path = re.search(r"/password/new/\S+?/\S+?/", page)[0]
    new = {"new_password1": ANOTHER, "new_password2": ANOTHER}
    assert Visitor().client.post(path, new).status_code == 302
    assert Visitor().client.post(path, new).status_code == 404
