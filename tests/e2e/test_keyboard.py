"""A whole evening by keyboard alone, and keys that keep out of the way."""

import re
from random import Random

from playwright.sync_api import Browser, Locator, expect

from games.engine.cards import ADVANCED
from script.tools.scenes.looking import Visitor, scenes
from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.http_players import Correspondent, play_until_waiting
from tests.support.server import Server
from tests.support.timers import stretch_timers

MANY = 120
POINTED = """for (const name of ["pointerdown", "pointermove", "mousemove", "touchstart"])
    document.addEventListener(name, () => pointed(name), true);"""
HAS_FOCUS = "element => element === document.activeElement"


def keyboard_person(invite: Invite, server: Server, name: str) -> tuple[Person, list[str]]:
    """Somebody without a mouse, and what pointers their pages have felt."""
    who = invite(server.url, name)
    felt: list[str] = []
    who.context.expose_function("pointed", lambda name: felt.append(name))  # noqa: PLW0108
    who.context.add_init_script(POINTED)
    return who, felt


def tab_to(who: Person, goal: Locator, key: str = "Tab") -> None:
    """Press Tab until the goal has the focus."""
    for _ in range(MANY):
        if goal.evaluate(HAS_FOCUS):
            return
        who.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {goal}")


def press(who: Person, *keys: str) -> None:
    for key in keys:
        who.page.keyboard.press(key)


def open_room(who: Person) -> str:
    """The link, copied by keyboard like everything else."""
    who.page.goto(who.site)
    tab_to(who, who.page.locator("#name"))
    press(who, "Control+a")
    who.page.keyboard.type(who.name)
    press(who, "Enter")
    expect(who.chair()).to_contain_text("you")
    tab_to(who, who.page.locator("[data-copies]"))
    press(who, "Enter")
    expect(who.page.locator("#news")).to_have_text("Copied")
    return who.page.locator("#link").input_value()


def play_with_stars(who: Person) -> None:
    """The edition with ★ cards, all of them in."""
    with who.page.expect_response(re.compile("/options/$")):
        tab_to(who, who.page.locator("select[name=edition]"))
        who.page.keyboard.type("Allplay")
    stars = who.page.locator("input[name=advanced]")
    expect(stars.first).to_be_visible()
    expect(stars).to_have_count(len(ADVANCED))
    for box in stars.all():
        tab_to(who, box)
        with who.page.expect_response(re.compile("/options/$")):
            press(who, "Space")
        expect(box).to_be_checked()


def act(who: Person, chance: Random) -> None:
    """Whatever the table asks for, by keys."""
    page = who.page
    expect(page.locator("#moment[data-on]")).to_have_count(0)  # a key would only end it
    if page.locator("[value=discard]").count():
        tab_to(who, page.locator("#controls .choice input").first)
        press(who, "Space")
        tab_to(who, page.locator("[value=discard]"))
        press(who, "Enter")
    elif page.locator("[data-commit]").count():
        press(who, str(chance.randint(1, min(9, len(who.hand())))), "Enter")
    elif who.can_bid() and chance.random() < 0.5:
        press(who, *chance.choice((("s",), ("1", "Escape", "S"))), "Enter")
    else:
        press(who, "p", "p")


def test_a_whole_evening_is_played_without_a_mouse(server: Server, person: Invite) -> None:
    anna, felt = keyboard_person(person, server, "Anna")
    chance = Random(4)
    link = open_room(anna)
    play_with_stars(anna)
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    tab_to(anna, anna.page.get_by_role("button", name="Start the game"))
    press(anna, "Enter")
    anna.sees(0)

    while True:
        version, is_over = play_until_waiting(others, chance, 0.3)
        if is_over:
            break
        anna.sees(version)
        assert anna.is_to_act()
        act(anna, chance)
        anna.sees(version + 1)

    expect(anna.page.locator("#scores")).to_be_visible()
    tab_to(anna, anna.page.get_by_role("button", name="Propose a rematch"), "Shift+Tab")
    press(anna, "Enter")
    expect(anna.page.locator("#hosting")).to_contain_text("Waiting for Bert and Cleo.")
    for other in others:
        other.send("ready/", {"ready": "yes"})
    anna.sees(0)
    assert felt == []


def seated(server: Server, invite: Invite) -> Person:
    """Somebody whose turn it is, with a page; the others have none."""
    anna = invite(server.url, "Anna")
    link = anna.open_room()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()
    version, _ = play_until_waiting(others, Random(1), 1)
    anna.sees(version)
    return anna


def test_keys_mean_letters_to_who_writes(server: Server, person: Invite) -> None:
    anna = seated(server, person)
    version = anna.version()
    anna.page.focus("#text")

    anna.page.keyboard.type("1sp? ok")

    expect(anna.page.locator("#text")).to_have_value("1sp? ok")
    expect(anna.page.locator("#hand input:checked")).to_have_count(0)
    expect(anna.page.locator("#keys")).to_be_hidden()
    press(anna, "Enter")
    anna.hears("1sp? ok")
    assert anna.version() == version


def test_keys_switched_off_stay_off(server: Server, person: Invite) -> None:
    anna = seated(server, person)
    ticked = anna.page.locator("#hand input:checked")
    press(anna, "s")
    expect(ticked).not_to_have_count(0)
    press(anna, "Escape")
    expect(ticked).to_have_count(0)

    press(anna, "?")
    expect(anna.page.locator("#keys")).to_be_visible()
    tab_to(anna, anna.page.locator("[data-choice=keys]"))
    press(anna, "Space", "Escape")
    expect(anna.page.locator("#keys")).to_be_hidden()

    for _ in range(2):
        version = anna.version()
        press(anna, "s", "1", "Enter", "p")
        expect(ticked).to_have_count(0)
        anna.page.reload()
        assert anna.version() == version
    press(anna, "?")
    expect(anna.page.locator("#keys")).to_be_visible()
    expect(anna.page.locator("[data-choice=keys]")).to_be_checked()


def test_passing_by_keyboard_takes_two_presses(server: Server, chromium: Browser) -> None:
    wanted = {
        "reverse": ("Really take", "You pass and take"),
        "first-turn": ("Press P again", "You pass"),
    }
    found = [each for each in scenes(server, "3", ",".join(wanted)) if each.name in wanted]
    for scene in found:
        asked, told = wanted[scene.name]
        visitor = Visitor(chromium, server, "en")
        stretch_timers(visitor.context, "show")  # the second press may come late
        visitor.go(scene)
        page = visitor.page
        version = page.locator("#version").input_value()

        page.keyboard.press("p")
        expect(page.locator(".button--asking")).to_contain_text(asked)
        assert page.locator("#version").input_value() == version
        page.keyboard.press("p")

        expect(page.locator("#version")).to_have_value(str(int(version) + 1))
        expect(page.locator("#log li", has_text=told)).not_to_have_count(0)
        visitor.context.close()
