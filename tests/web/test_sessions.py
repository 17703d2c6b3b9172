"""Every door asks for the verified, active account: pages, forms, sockets, tokens, the admin."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts import guest_merging
from games.accounts.session import logins_of, player_in
from games.live import hub
from games.live.socket_viewer import LOGGED_OUT
from games.models import Member, Message, Player, User
from games.process.db_threads import in_thread
from games.rooms import api_tokens
from tests.support.builders import a_game, a_person
from tests.support.heartbeats import heartbeat
from tests.support.sockets import PATIENCE
from tests.support.staff import Keeper
from tests.support.visitors import ACCOUNT, Visitor, a_socket, part, url

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("hub")]
LOGIN = {"username": "duchess", "password": "a fine evening"}


@pytest.fixture(autouse=True)
def nobody_counts_how_fast(settings):
    settings.LIMITS = "off"


class Scene:
    """A game whose first player has an account, open in two browsers, and a token.

    Each door says whether it takes the second browser, or the token, for that person.
    """

    def __init__(self):
        self.here = a_game()
        self.room = self.here.room
        self.first, self.second = Visitor(self.here.people[0]), Visitor()
        self.first.post("sign-up", data=ACCOUNT)
        User.objects.update(is_staff=True, is_superuser=True)
        self.user = User.objects.get()
        assert self.second.post("login", data=LOGIN).status_code == 302
        self.given = api_tokens.new_token(self.room.pk, self.first.player)

    def my_games(self):
        return self.second.get("my-games").status_code == 200

    def export(self):
        return self.second.get("my-records").status_code == 200

    def forget_me(self):
        before = Player.objects.count()
        self.second.post("forget", data={"sure": "yes"})
        return Player.objects.count() < before

    def own_hand(self):
        return 'name="cards"' in part(self.second.page(self.room), "hand")

    def play(self):
        move = {"type": "pass", "version": 0}
        return self.second.post("play", self.room, move).status_code != 403

    def talk(self):
        self.second.post("talk", self.room, {"text": "still here"})
        return Message.objects.exists()

    def new_token(self):
        return self.second.post("token", self.room).status_code == 200

    def lock_the_room(self):
        return self.second.post("lock", self.room, {"locked": "yes"}).status_code == 302

    def admin(self):
        return self.second.client.get("/admin/").status_code == 200

    def token(self):
        client = Client(headers={"Authorization": f"Bearer {self.given}"})
        return client.get(url("seat-api")).status_code == 200


PAGES = (
    *("my_games", "export", "forget_me", "own_hand", "play", "talk", "new_token"),
    *("lock_the_room", "admin"),
)


@pytest.fixture
def scene():
    return Scene()


def change_password(scene):
    scene.user.set_password("another evening")
    scene.user.save()


def change_password_in_the_admin(scene):
    keeper = Keeper("superuser")
    words = {"password1": "another evening", "password2": "another evening"}
    address = f"games/user/{scene.user.pk}/password/"
    assert keeper.do(address, usable_password="true", **words).status_code == 302


def deactivate(scene):
    User.objects.filter(pk=scene.user.pk).update(is_active=False)


def delete(scene):
    scene.user.delete()


def log_out_elsewhere(scene):
    scene.first.post("logout")


ENDS = [change_password, change_password_in_the_admin, deactivate, delete]


def name_of(function):
    return function.__name__


@pytest.mark.parametrize("door", [*PAGES, "token"])
def test_every_door_is_open_to_its_owner(scene, door):
    assert getattr(scene, door)()


@pytest.mark.parametrize("end", ENDS, ids=name_of)
@pytest.mark.parametrize("door", [*PAGES, "token"])
def test_no_door_is_open_after_the_end(scene, door, end):
    end(scene)

    assert not getattr(scene, door)()


@pytest.mark.parametrize("door", PAGES)
def test_who_logs_out_elsewhere_stays_logged_in_here(scene, door):
    log_out_elsewhere(scene)

    assert scene.first.get("my-games").status_code == 302
    assert getattr(scene, door)()


def test_who_logs_out_anywhere_has_no_tokens_left(scene):
    log_out_elsewhere(scene)

    assert not scene.token()


def test_who_logs_out_of_the_admin_has_no_tokens_left(scene):
    scene.first.client.post("/admin/logout/")

    assert not scene.token()


async def opened(scene, visitor):
    socket = a_socket(scene.room, visitor)
    assert (await socket.connect())[0]
    return socket, await socket.receive_from(timeout=PATIENCE)


async def drained(socket):
    """The code with which the socket is closed, after all that is said before."""
    while (message := await socket.receive_output(timeout=PATIENCE))["type"] != "websocket.close":
        pass
    return message["code"]


@pytest.mark.parametrize("end", [*ENDS, log_out_elsewhere], ids=name_of)
async def test_open_sockets_close_within_a_heartbeat(scene, end):
    socket, _ = await opened(scene, scene.second)
    guest, _ = await opened(scene, Visitor())
    await heartbeat()

    await in_thread(end, scene)
    await heartbeat()

    assert await drained(socket) == LOGGED_OUT
    assert len(hub.hub.everybody()) == 1
    for each in (socket, guest):
        await each.disconnect()


@pytest.mark.parametrize("end", ENDS, ids=name_of)
async def test_a_socket_opened_after_the_end_is_a_stranger_s(scene, end):
    socket, seen = await opened(scene, scene.second)
    assert 'name="cards"' in part(seen, "hand")
    await socket.disconnect()

    await in_thread(end, scene)

    socket, seen = await opened(scene, scene.second)
    assert 'name="cards"' not in part(seen, "hand")
    await socket.send_to(text_data='{"type": "pass", "version": "0"}')
    assert "alert" in await socket.receive_from(timeout=PATIENCE)
    await socket.disconnect()


async def test_one_question_a_heartbeat_asks_for_everybody(scene, django_assert_num_queries):
    sockets = [(await opened(scene, each))[0] for each in (scene.first, scene.second, Visitor())]
    players = [viewer.player.pk for viewer in hub.hub.everybody() if viewer.player]
    assert len(players) == 2

    def ask():
        with django_assert_num_queries(1):
            return logins_of(players)

    assert len(await in_thread(ask)) == 1
    for socket in sockets:
        await socket.disconnect()


async def test_a_guest_who_signs_up_in_another_tab_stays_until_the_password_changes(scene):
    bob = await in_thread(Visitor, scene.here.people[1])
    socket, _ = await opened(scene, bob)

    await in_thread(lambda: bob.post("sign-up", data=ACCOUNT | {"username": "bob"}))
    await heartbeat()
    assert len(hub.hub.everybody()) == 1
    scene.user = await in_thread(lambda: User.objects.get(username="bob"))
    await in_thread(change_password, scene)
    await heartbeat()

    assert await drained(socket) == LOGGED_OUT
    await socket.disconnect()


def test_a_guest_s_token_goes_on_after_signing_up_and_logging_in(scene):
    for number, name in ((1, "sign-up"), (2, "login")):
        guest = scene.here.people[number]
        scene.given = api_tokens.new_token(scene.room.pk, guest)
        visitor = Visitor(guest)
        data = ACCOUNT | {"username": "bob"} if name == "sign-up" else None
        if data is None:
            other = Visitor()
            other.post("sign-up", data=ACCOUNT | {"username": "cid"})
            data = LOGIN | {"username": "cid"}
        assert visitor.post(name, data=data).status_code == 302
        assert scene.token()


def test_a_token_of_before_goes_on_until_the_password_changes(scene):
    Member.objects.update(token_credential="")
    assert not scene.token()

    import_module("games.migrations.0017_accounts_in_any_case").bind_tokens(apps, None)

    assert scene.token()
    change_password(scene)
    assert not scene.token()


def test_a_guest_s_session_opens_nothing_once_the_guest_has_an_account():
    """Somebody has kept the guest's session key: the account is not theirs."""
    guest = a_person("Zoe")
    kept, mine = Visitor(guest), Visitor(guest)
    mine.post("sign-up", data=ACCOUNT | {"username": "zoe"})

    assert mine.player == guest
    assert kept.player is None
    assert kept.get("my-games").status_code == 302


def test_a_guest_merged_into_an_account_elsewhere_is_nobody(scene):
    guest = a_person("Zoe")
    kept = Visitor(guest)
    guest_merging.merge_guest(guest, scene.user)

    assert kept.player is None
    assert kept.get("my-games").status_code == 302


@pytest.mark.parametrize("end", ENDS, ids=name_of)
def test_who_is_nobody_now_can_be_a_guest_and_keeps_nothing(scene, end):
    end(scene)
    browser = scene.second

    assert browser.post("watch", scene.room, {"name": "Zoe"}).status_code == 302

    assert browser.player.name == "Zoe"
    assert browser.player.user is None
    assert not {"_auth_user_id", "_auth_user_hash"} & set(browser.client.session.keys())


def test_knowing_who_asks_costs_one_question(scene):
    session = scene.second.client.session
    session.get("player")
    with CaptureQueriesContext(connection) as asked:
        assert player_in(session) is not None
    assert len(asked) == 1


def test_who_changes_the_password_in_the_admin_stays_logged_in_there(scene):
    words = {"old_password": "a fine evening", "new_password1": "x fine day"}
    answer = scene.first.client.post(
        "/admin/password_change/", words | {"new_password2": "x fine day"}
    )

    assert answer.status_code == 302
    assert scene.first.get("my-games").status_code == 200
    assert not scene.my_games()


def test_who_was_active_before_is_let_in_again(scene):
    deactivate(scene)
    assert Visitor().post("login", data=LOGIN).status_code == 200
    User.objects.update(is_active=True)

    assert scene.my_games()
