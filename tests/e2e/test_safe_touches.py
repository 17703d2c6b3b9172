"""A press counts only for what stood there when the finger set out."""

import pytest
from playwright.sync_api import Browser, Page, expect

from script.tools.scenes.looking import Scene, Visitor, scenes
from tests.support.browser import Invite
from tests.support.browser_people import Person, deal
from tests.support.server import Server
from tests.support.timers import stretch_timers

SWAP_FOR_THE_SAME = """() => {
    const tell = (name) =>
        document.dispatchEvent(new CustomEvent(name, { detail: { cause: "swap" } }));
    const controls = document.getElementById("controls");
    const same = controls.cloneNode(true);
    tell("table:changing");
    delete same.dataset.fresh;
    controls.replaceWith(same);
    tell("table:changed");
}"""
THUMB = 44  # the least width of what a thumb has to hit, in pixels
PHONES = ((360, 640), (390, 664), (844, 390), (1440, 780))
BOX = """selector => {
    const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return { left, right, top, bottom };
}"""
Box = dict[str, float]


def patient(invite: Invite, server: Server, name: str) -> Person:
    """Somebody whose page ignores presses on fresh controls, for much longer than usual."""
    who: Person = invite(server.url, name, phone=True, is_hasty=False)
    stretch_timers(who.context, "settle")
    return who


def until_just_before(who: Person, others: list[Person]) -> Person:
    """The others bid until one of them is to act and `who` is next; the one who is to act."""
    while True:
        acting = next(each for each in (who, *others) if each.is_to_act())
        if acting is others[-1]:
            return acting
        version = acting.version()
        if acting is who:
            who.page.reload()  # as it is loaded, nothing is fresh
        acting.bid()
        for each in (who, *others):
            each.sees(version + 1)


def test_a_tap_for_the_auto_bid_does_not_pass_when_the_turn_arrives(
    server: Server, person: Invite
) -> None:
    anna = patient(person, server, "Anna")
    others = [person(server.url, name) for name in ("Bert", "Cleo")]
    deal([anna, *others])
    last = until_just_before(anna, others)
    version = anna.version()
    anna.page.fill("#auto-bid [name=limit]", "20")

    last.bid()
    anna.sees(version + 1)
    assert anna.is_to_act()
    for press in (tap_pass, press_enter, press_p):
        press(anna.page)
    last.say("Well?")
    anna.hears("Well?")

    assert anna.version() == version + 1
    expect(anna.page.locator(".button--asking")).to_have_count(0)
    expect(anna.page.locator("#auto-bid [name=limit]")).to_have_value("20")
    expect(anna.page.locator("#auto-bid")).to_be_hidden()


def test_controls_that_are_swapped_for_the_same_once_more_are_as_fresh(
    server: Server, person: Invite
) -> None:
    anna = patient(person, server, "Anna")
    others = [person(server.url, name) for name in ("Bert", "Cleo")]
    deal([anna, *others])
    last = until_just_before(anna, others)
    version = anna.version()
    last.bid()
    anna.sees(version + 1)

    anna.page.evaluate(SWAP_FOR_THE_SAME)  # as when the whole room is fetched in that instant
    tap_pass(anna.page)
    last.say("Well?")
    anna.hears("Well?")

    assert anna.version() == version + 1


def tap_pass(page: Page) -> None:
    page.locator("#controls [value=pass]").dispatch_event("click")


def press_enter(page: Page) -> None:
    page.focus("#controls [value=pass]")
    page.keyboard.press("Enter")


def press_p(page: Page) -> None:
    page.keyboard.press("p")


def boxes(visitor: Visitor, scene: Scene, selector: str) -> list[Box]:
    visitor.go(scene)
    found = []
    for size in PHONES:
        visitor.resize(*size)
        found.append(visitor.page.evaluate(BOX, selector))
    return found


def touch(one: Box, other: Box) -> bool:
    is_beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not is_beside and one["top"] < other["bottom"] and other["top"] < one["bottom"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_sets_an_auto_bid_does_not_lie_where_pass_will_lie(
    still_server: Server, chromium: Browser, language: str
) -> None:
    found = {
        scene.name: scene
        for scene in scenes(still_server, "3", "others-turn,my-turn,reverse,no-money")
    }
    visitor = Visitor(chromium, still_server, language)
    confirm = boxes(visitor, found["others-turn"], "#auto-bid [value=raise]")
    assert min(box["right"] - box["left"] for box in confirm) >= THUMB
    for name in ("my-turn", "reverse", "no-money"):
        passing = boxes(visitor, found[name], "#controls [value=pass]")
        assert not [
            size for size, *two in zip(PHONES, confirm, passing, strict=True) if touch(*two)
        ]
    visitor.context.close()
