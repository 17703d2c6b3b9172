"""A page speaks its reader's language, and so does everything that is pushed to it."""

from html import unescape

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from pytest_django.asserts import assertInHTML

from games.live.socket_viewer import REMOVED, language_of
from games.process.db_threads import in_thread
from games.rooms import chat, hosting, seating
from tests.support.builders import a_game, a_person, a_room, bid, play_on
from tests.support.sockets import PATIENCE, frame, send
from tests.support.visitors import Visitor, a_socket, part

GERMAN = {"Accept-Language": "de-DE,de;q=0.9,en;q=0.5"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def the_next_test_speaks_as_before():
    """A page asked for here leaves its language behind in the thread."""
    with translation.override(translation.get_language()):
        yield


def page(response, status=200):
    assert response.status_code == status
    return unescape(response.content.decode())


@pytest.mark.parametrize(
    ("name", "place", "words"),
    [
        ("home", None, "Privaten Raum öffnen"),
        ("rules", None, "Die Regeln"),
        ("rules-of", "classic", "Die umgekehrte Auktion"),
        ("login", None, "Anmelden"),
        ("sign-up", None, "Konto anlegen"),
    ],
)
def test_a_page_is_in_the_language_it_was_asked_for_in(name, place, words):
    german = page(Visitor().get(name, place, headers=GERMAN))
    english = page(Visitor().get(name, place))

    assert '<html lang="de">' in german
    assert words in german
    assert '<html lang="en">' in english
    assert words not in english


def test_a_language_we_do_not_speak_is_answered_in_english():
    assert '<html lang="en">' in page(Visitor().get("home", headers={"Accept-Language": "eo"}))


def test_a_room_is_in_german_from_the_lobby_to_the_table():
    lobby = page(Visitor((room := a_room(3)).people[0]).get("room", room.room, headers=GERMAN))
    assert "Partie starten" in lobby
    assert "Offene Spezifikation" in part(lobby, "options")

    here = a_game()
    here.do(bid(0, 12))
    bob = page(Visitor(here.people[1]).get("room", here.room, headers=GERMAN))
    assert "Bob bietet oder passt" in part(bob, "turn")
    assert "Dein Zug: Überbiete 12 oder passe" in part(bob, "call")
    assert "Ann bietet 12." in part(bob, "log")
    assert "Luxus 7" in part(bob, "stage")


def test_a_finished_game_is_reckoned_in_german(rng):
    here = a_game(edition="classic")
    play_on(here, rng)

    assert "Die Partie ist zu Ende." in part(
        page(Visitor(here.people[0]).get("room", here.room, headers=GERMAN)), "scores"
    )


def test_a_refusal_is_in_german():
    here = a_game()
    here.do(bid(0, 12))
    low = {"version": 1, "type": "bid", "cards": ["12000"]}

    bob = Visitor(here.people[1])
    refused = page(bob.post("play", here.room, low, headers=GERMAN), 409)
    assert "Ein Gebot von 12 überbietet 12 nicht." in part(refused, "alert")
    lost = page(Visitor().post("join", data={"code": "AAAAAAAA"}, headers=GERMAN), 404)
    assert "Diesen Raum finden wir nicht. Prüfe den Code." in lost
    stale = Visitor(enforce_csrf_checks=True).post("join", headers=GERMAN)
    assert "Diese Seite ist veraltet." in page(stale, 403)
    assert "Seite nicht gefunden" in page(Visitor().client.get("/x/", headers=GERMAN), 404)


def test_a_remark_is_read_in_the_reader_s_language_and_nothing_else_is():
    here = a_room(2)
    ann, bob = here.people
    chat.remark(here.room.pk, ann, "well-played")
    chat.say(here.room.pk, ann, "Pass")

    german = part(page(Visitor(bob).get("room", here.room, headers=GERMAN)), "messages")
    assert "Gut gespielt!" in german
    assert "<bdi>Pass</bdi>" in german
    assert "Well played!" in part(page(Visitor(bob).get("room", here.room)), "messages")


def test_the_language_can_be_chosen_and_stays():
    visitor = Visitor()

    response = visitor.post("set_language", data={"language": "de", "next": "/rules/"})
    assert (response.status_code, response["Location"]) == (302, "/rules/")
    assert '<html lang="de">' in page(visitor.get("home"))
    visitor.post("set_language", data={"language": "en", "next": "/"})
    assert '<html lang="en">' in page(visitor.get("home", headers=GERMAN))


@pytest.mark.parametrize("language", ["", "xx", "de\x00", "../de", "x" * 600])
def test_a_language_that_does_not_exist_changes_nothing(language):
    visitor = Visitor()

    response = visitor.post("set_language", data={"language": language, "next": "/"})

    assert response.status_code == 302
    assert settings.LANGUAGE_COOKIE_NAME not in visitor.client.cookies


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://example.org/",
        "//example.org/",
        "///example.org",
        "\\\\example.org",
        "javascript:alert(1)",
        "http://testserver.example.org/",
        "http://[",
        "",
    ],
)
def test_choosing_a_language_leads_to_no_other_house(elsewhere):
    data = {"language": "de", "next": elsewhere}
    headers = {"Referer": "https://example.org/page"}

    assert Visitor().post("set_language", data=data, headers=headers)["Location"] == "/"


BUTTON, CURRENT = 'class="language__choice" name="language"', 'aria-current="true"'


def choice(request, **context):
    return render_to_string("partials/language.html", context, request)


def test_the_choice_names_each_language_in_itself_and_leads_back_here():
    html = choice(RequestFactory().get("/rules/?a=1&b=%22"))

    assertInHTML(f'<button {BUTTON} value="de" lang="de">Deutsch</button>', html)
    assertInHTML(f'<button {BUTTON} value="en" lang="en" {CURRENT}>English</button>', html)
    assert 'name="next" value="/rules/?a=1&amp;b=%22"' in html
    assert "csrfmiddlewaretoken" in html


def test_the_choice_names_each_language_in_itself_for_a_german_reader_too():
    html = page(Visitor().get("home", headers=GERMAN))

    assertInHTML(f'<button {BUTTON} value="en" lang="en">English</button>', html)
    assertInHTML(f'<button {BUTTON} value="de" lang="de" {CURRENT}>Deutsch</button>', html)


def test_the_choice_never_leads_back_to_an_address_for_forms_only():
    room = a_room(1).room

    assert 'name="next" value="/"' in choice(RequestFactory().post("/join/"))
    refused = choice(RequestFactory().post(f"/r/{room.invite}/play/"), room=room)
    assert f'name="next" value="/r/{room.invite}/"' in refused


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({b"accept-language": b"de-AT,de;q=0.8"}, "de"),
        ({b"accept-language": b"fr, de;q=0.5"}, "de"),
        ({b"accept-language": b"\xff;q=x"}, "en"),
        ({b"accept-language": b"de", b"cookie": b"a=b; django_language=en"}, "en"),
        ({b"cookie": b"sessionid=x; django_language=de"}, "de"),
        ({b"cookie": b'a,b[]="{;c/d; django_language=de; =; \xff'}, "de"),
        ({b"cookie": b"django_language=../../de"}, "en"),
    ],
)
def test_a_socket_speaks_the_language_of_its_page(headers, language):
    assert language_of(headers) == language


class Pair:
    """One table and two sockets: Ann's page is in German, Bob's in English."""

    def __init__(self, here):
        self.here = here
        self.sockets = [
            a_socket(here.room, Visitor(player), headers=[(b"accept-language", language)])
            for player, language in zip(here.people, (b"de", b"en"), strict=False)
        ]

    async def open(self):
        """What each is shown first."""
        shown = []
        for socket in self.sockets:
            await socket.connect()
            shown.append(await frame(socket))
        return shown

    async def close(self):
        for socket in self.sockets:
            await socket.disconnect()


@pytest.fixture
def game():
    return Pair(a_game(advanced="", edition="osprey-2018"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("hub")
async def test_each_at_one_table_is_told_in_their_own_language(game):
    german, english = await game.open()
    assert "Dein Zug: Biete oder passe" in german
    assert "Ann to bid or pass" in english

    await send(game.sockets[0], type="bid", version="0", cards=["3000", "1000"])
    german, english = [await frame(socket) for socket in game.sockets]

    assert "Du bietest 4." in part(german, "log")
    assert "Bob bietet oder passt" in part(german, "turn")
    assert "Höchstgebot" in part(german, "stage")
    assert "Ann bids 4." in part(english, "log")
    assert "Your turn: beat 4 or pass" in part(english, "call")
    await game.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("hub")
async def test_refusals_and_remarks_are_pushed_in_their_reader_s_language(game):
    await game.open()
    ann, bob = game.sockets

    await send(ann, type="bid", version="0", cards=[])
    assert "Wähle zum Bieten mindestens eine Geldkarte." in await frame(ann)
    await send(bob, type="pass", version="0")
    assert "It is not your turn." in await frame(bob)
    await send(ann, text=" ")
    assert "Gib mindestens ein Zeichen ein." in await frame(ann)
    await send(ann, remark="rude")
    assert "Diese Schnellnachricht gibt es nicht." in await frame(ann)
    await send(bob, remark="scandalous")
    assert "Skandalös!" in await frame(ann)
    assert "Scandalous!" in await frame(bob)
    await game.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("hub")
async def test_a_goodbye_is_in_german_too():
    def prepare():
        here = a_room(2)
        eve = a_person("Eve")
        seating.watch(here.room.pk, eve)
        return here, eve, Visitor(eve)

    here, eve, visitor = await in_thread(prepare)
    socket = a_socket(here.room, visitor, headers=[(b"accept-language", b"de")])
    await socket.connect()
    await frame(socket)

    await in_thread(hosting.remove, here.room.pk, here.people[0], eve.pk)

    assert "Du bist nicht mehr in diesem Raum" in await frame(socket)
    assert (await socket.receive_output(timeout=PATIENCE))["code"] == REMOVED
    await socket.disconnect()
