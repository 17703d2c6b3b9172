"""Five people with phones, and somebody who looks over no shoulder."""

from random import Random

from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, gather, play, whose_turn
from tests.support.server import Server

NAMES = ("Anna", "Bertram the Bold", "Cleo", "Dorothea", "Emil")
ON_ONE_SCREEN = """
    document.getElementById("controls").getBoundingClientRect().bottom + scrollY <= innerHeight
"""
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def test_five_play_on_phones_while_somebody_watches(server: Server, person: Invite) -> None:
    people = [person(server.url, name, phone=True) for name in NAMES]
    watcher = person(server.url, "Wanda", phone=True)
    link = gather(people, seats="5")
    watcher.watch(link)
    people[0].start()
    for who in (*people, watcher):
        who.sees(0)

    chance = Random(5)
    version = 0
    while not watcher.sees_the_end():
        assert_only_watches(watcher)
        assert_the_turn_is_on_one_screen(whose_turn(people))
        version = play(people, chance, boldness=0.1, most=1)
        watcher.sees(version)

    for who in (*people, watcher):
        expect(who.page.locator("#scores tbody tr")).to_have_count(5)
        assert who.page.evaluate(FITS)


def assert_only_watches(watcher: Person) -> None:
    """No hand, no buttons of the game, and a word that says so."""
    assert watcher.page.locator("#play :is(button, input:not([type=hidden]), label)").count() == 0
    assert not watcher.page.locator("#hand").is_visible()
    assert "You are watching." in watcher.page.locator("#controls").inner_text()


def assert_the_turn_is_on_one_screen(who: Person) -> None:
    """From the top of the page to the last button nothing is cut off, at the side or below."""
    assert who.page.evaluate(FITS)
    assert who.page.evaluate(ON_ONE_SCREEN), who.name


def test_everybody_sees_the_table_when_the_game_starts(server: Server, person: Invite) -> None:
    people = [person(server.url, name, phone=True) for name in NAMES[:3]]
    gather(people)
    for who in people:
        who.page.get_by_role("button", name="Leave the room").scroll_into_view_if_needed()

    people[0].start()

    for who in people:
        who.sees(0)
        expect(who.page.locator(".banner")).to_be_in_viewport()


def test_the_token_for_a_bot_is_shown_within_a_phone(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna", phone=True)
    anna.open_room_by_form()

    anna.page.get_by_role("button", name="Connect a bot (API)").click()

    command = anna.page.locator("pre")
    expect(command).to_contain_text("curl -H")
    assert command.evaluate("line => line.scrollWidth <= line.clientWidth")
    assert anna.page.evaluate(FITS)
