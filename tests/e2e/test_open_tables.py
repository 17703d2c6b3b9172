"""Strangers find each other in real browsers: the list, “Find me a game”, and a table opened."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser_people import Person

PICTURES = os.environ.get("PICTURES", "")
WIDE = "document.documentElement.scrollWidth <= window.innerWidth"


def picture(who: Person, name: str) -> None:
    """What the person sees, if somebody asked for pictures; and nothing is too wide."""
    if not who.plain:
        assert who.page.evaluate(WIDE), name
    if PICTURES:
        # Hiding the caret would leave empty style attributes, which the page's policy complains of.
        path = Path(PICTURES) / f"{name}.png"
        who.page.screenshot(path=path, full_page=True, caret="initial")


def find_a_game(who: Person, **choices: str) -> None:
    who.page.goto(f"{who.site}/tables/")
    who.page.locator("#name").fill(who.name)
    for name, value in choices.items():
        who.page.locator(f".finder [name={name}]").select_option(value)
    who.page.locator(".finder .button").click()
    who.page.wait_for_url("**/r/**")


def line_of(who: Person, name: str) -> Locator:
    return who.page.locator(".open-table", has_text=name)


@pytest.mark.parametrize("phone", [False, True])
def test_the_list_changes_before_the_eyes_of_whoever_looks(server, person, phone):
    size = "phone" if phone else "desk"
    looker = person(server.url, f"Looker {size}", phone=phone)
    looker.page.goto(f"{server.url}/tables/")
    seeker = person(server.url, f"Seeker {size}")

    find_a_game(seeker, edition="classic", clock="120" if phone else "30")

    line = line_of(looker, seeker.name)
    expect(line).to_contain_text("1 of 4 seats taken")
    picture(looker, f"tables-{size}")
    line.locator("a").focus()
    looker.page.keyboard.press("Enter")
    looker.page.wait_for_url("**/r/**")
    looker.page.locator("#join [name=name]").fill(looker.name)
    # The page at the door may hear of it before the answer replaces it.
    with looker.page.expect_navigation():
        looker.page.locator("#join .button").first.click()
    expect(looker.page.locator("#people .tag--you")).to_be_visible()
    expect(seeker.page.locator("#people")).to_contain_text(looker.name)
    expect(seeker.page.locator("#opening")).to_contain_text("2 of 4 seats are taken")
    picture(seeker, f"waiting-{size}")
    picture(looker, f"waiting-beside-{size}")
    for each in (looker, seeker):
        each.page.locator(".lobby__leave button").last.click()
        each.page.wait_for_url(f"{server.url}/")


def test_four_strangers_who_press_are_dealt_to(server, person):
    people = [person(server.url, f"Stranger {letter}") for letter in "ABC"]
    for each in people:
        find_a_game(each, edition="classic", clock="60")
    plain = person(server.url, "Stranger D", plain=True)

    find_a_game(plain, edition="classic", clock="60")

    expect(plain.page.locator(".table")).to_be_visible()
    for each in people:
        expect(each.page.locator("#hand")).to_be_visible()
    picture(people[0], "open-game")
    watcher = person(server.url, "Watcher")
    watcher.page.goto(f"{server.url}/tables/")
    expect(line_of(watcher, "Stranger D")).to_contain_text("Watch")
    picture(watcher, "tables-playing")


def test_a_room_is_opened_to_anyone_on_purpose_and_not_by_accident(server, person):
    host = person(server.url, "Hostess")
    host.page.goto(f"{server.url}/")
    host.page.locator("form[action='/rooms/'] [name=name]").fill(host.name)
    host.page.locator("form[action='/rooms/'] .button").click()
    host.page.wait_for_url("**/r/**")
    opening = host.page.locator("#opening")
    expect(opening).to_contain_text("This room is private. It is in no list.")
    opening.locator("summary").click()
    picture(host, "private-room")
    host.expect_complaint("dialog: Open this room to anyone")

    opening.locator("form .button").click()

    expect(opening).to_contain_text("This table is in the list of open tables")
    picture(host, "opened-room")
    opening.get_by_text("Make it private again").click()
    expect(opening).to_contain_text("This room is private.")


def test_without_scripts_everything_is_asked_on_a_page(server, person):
    host = person(server.url, "Plain Jane", plain=True)
    find_a_game(host, edition="classic", clock="120")
    expect(host.page.locator("#opening")).to_contain_text("After half a minute")

    host.page.get_by_text("Make it private again").click()
    expect(host.page.locator("#opening")).to_contain_text("This room is private.")
    host.page.locator("#opening summary").click()
    host.page.locator("#opening form .button").click()
    expect(host.page.locator("main")).to_contain_text("Strangers will see who is here")
    host.page.locator("main .button").first.click()

    expect(host.page.locator("#opening")).to_contain_text("This table is in the list")
    host.page.locator(".lobby__leave button").last.click()
