"""“Learn by playing” in a browser: whole, off the script, on a phone, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.engine.actions import Bid
from games.lessons.script import OPPONENTS, STEPS
from games.lessons.steps import LAST
from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.server import Server


def expect_step(page: Page, number: int) -> None:
    """The step everywhere: what the coach says, the address, and where the settings lead back."""
    expect(page.locator(".coach__place")).to_contain_text(f"{number}/{LAST}")
    expect(page).to_have_url(
        re.compile(r"/learn/$" if number == 1 else rf"/learn/\?step={number}$")
    )


def follow(page: Page, number: int) -> None:
    """Do what the coach says at this step."""
    advice = STEPS[number - 1].advice
    if advice is None:
        page.get_by_role("link", name="Continue").click()
    elif isinstance(advice, Bid):
        for value in advice.money:
            page.locator(f"#hand [value='{value}']").check()
        page.get_by_role("button", name=re.compile("^Bid")).click()
    else:
        page.locator("#controls [value=pass]").click()


def opened(server: Server, who: Person) -> Page:
    who.page.goto(server.url)
    who.page.get_by_role("link", name="Learn by playing").click()
    return who.page


def test_the_lesson_is_played_whole_on_a_phone(server: Server, person: Invite) -> None:
    page = opened(server, person(server.url, "Lea", phone=True))

    expect_step(page, 1)
    page.locator("#controls [value=pass]").click()  # which is not what the coach says
    expect(page.locator(".coach__answer")).to_contain_text("You may pass: you pay nothing")
    expect_step(page, 1)
    for number in range(1, LAST):
        follow(page, number)
        expect_step(page, number + 1)
        expect(page.locator("#coach")).to_be_focused()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert page.locator("#language [name=next]").input_value().endswith(f"?step={number + 1}")
    expect(page.locator("#scores .is-out")).to_contain_text(OPPONENTS[0].name)
    page.go_back()
    expect_step(page, LAST - 1)
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page).to_have_url(f"{server.url}/")


def assert_the_buttons_fill_their_row(page: Page) -> None:
    row = page.locator("#controls .buttons").bounding_box()
    last = page.locator("#controls .buttons > :is(a, button)").last.bounding_box()
    assert row
    assert last
    assert last["x"] + last["width"] == pytest.approx(row["x"] + row["width"], abs=1)


def test_the_lesson_is_played_whole_without_scripts(server: Server, person: Invite) -> None:
    page = opened(server, person(server.url, "Pia", plain=True, phone=True))

    for number in range(1, LAST):
        expect_step(page, number)
        if STEPS[number - 1].advice is not None:
            assert_the_buttons_fill_their_row(page)
        follow(page, number)
    expect_step(page, LAST)
    page.get_by_role("button", name="Play three bots now").click()
    expect(page.locator("#play")).to_be_visible()
