"""What came of a lot is shown over the stage for a moment; a touch or a key ends it."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, expect

from script.tools.scenes.looking import Visitor, scenes
from tests.support.browser import Invite
from tests.support.browser_people import Person, deal, play
from tests.support.http_players import Correspondent, move_on, play_to_the_end
from tests.support.server import Server
from tests.support.timers import stretch_timers

LOT = "#stage .lot"
# What is asked for, as what is measured depends on how busy the machine is.
NOTE_LENGTH = """
    const start = window.setTimeout;
    window.setTimeout = (what, pause, ...words) => {
        if (what.name === "end") window.asked ??= pause;
        return start(what, pause, ...words);
    };
    document.addEventListener("moment:over", () => { window.isOver = true; });
"""

# The moment of the last lot as if it had just been sold, for as long as anybody looks.
SOLD_NOW = """() => {
    const moment = document.getElementById("moment");
    moment.dataset.number += "-again";
    moment.dataset.length = 1_000_000;
    document.dispatchEvent(new CustomEvent("table:changed", { detail: { cause: "push" } }));
}"""
CUT_OFF = """() => {
    const moment = document.getElementById("moment");
    const { top, bottom, right } = moment.getBoundingClientRect();
    const lines = [...moment.querySelectorAll("li")].filter(line => line.checkVisibility());
    const isOut = box => box.top < top - 1 || box.bottom > bottom + 1 || box.right > right + 1;
    const cut = lines.filter(line => isOut(line.getBoundingClientRect()));
    return lines.length ? cut.map(line => line.innerText) : ["nothing is shown"];
}"""
# Of the moment alone: the new lot below it fades in shortly.
RUNNING = "moment => moment.getAnimations({ subtree: true }).length"
SCREENS = (
    *((360, 640), (390, 664), (375, 553), (410, 590), (844, 390), (820, 1180)),
    *((1280, 640), (1440, 780), (1920, 1080), (720, 390), (640, 320), (960, 540)),
)


def moment(who: Person) -> Locator:
    return who.page.locator("#moment[data-on]")


def slowly(who: Person) -> Person:
    """Somebody whose moments last until they are ended."""
    stretch_timers(who.context, "end")
    return who


def sell(people: list[Person]) -> None:
    """Everybody passes, until somebody has the first lot."""
    play(people, Random(1), boldness=0, most=2 if is_plain_lot(people[0]) else 1)


def is_plain_lot(who: Person) -> bool:
    return who.page.locator(".stage--reverse").count() == 0


def covers(above: Locator, below: Locator) -> bool:
    """Whether one element lies wholly over another."""
    a, b = above.bounding_box(), below.bounding_box()
    assert a
    assert b
    across = a["x"] <= b["x"] + 1 and a["x"] + a["width"] >= b["x"] + b["width"] - 1
    down = a["y"] <= b["y"] + 1 and a["y"] + a["height"] >= b["y"] + b["height"] - 1
    return across and down


def test_a_moment_lies_over_the_stage_and_ends_by_itself_a_touch_or_a_key(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name, phone=name == "Anna") for name in ("Anna", "Bert", "Cleo")]
    anna, bert, cleo = people
    slowly(anna)
    slowly(bert)
    deal(people)
    sell(people)

    expect(moment(anna)).to_be_visible()
    expect(moment(bert)).to_be_visible()
    expect(moment(cleo)).to_have_count(0)
    assert covers(moment(anna), anna.page.locator("#stage"))
    expect(anna.page.locator("#last-lot")).to_be_hidden()  # it would tell the same too early
    assert not moment(anna).evaluate(RUNNING)  # calm was asked for
    for seat, who in enumerate(people):
        mine = who.page.locator(f"#moment [data-who='{seat}'] > i")
        for line in mine.all():
            assert line.evaluate("line => getComputedStyle(line).display") != "none"

    anna.page.locator(LOT).click(force=True)
    expect(moment(anna)).to_have_count(0)
    expect(anna.page.locator("#last-lot")).to_be_visible()
    expect(anna.page.locator("#card-help")).to_be_hidden()
    anna.page.locator(LOT).click()
    expect(anna.page.locator("#card-help")).to_be_visible()

    version = bert.version()
    bert.page.evaluate("document.querySelector('#controls, #controls button').focus()")
    bert.page.keyboard.press("p")
    expect(moment(bert)).to_have_count(0)
    assert bert.version() == version
    bert.page.reload()
    expect(bert.page.locator("#moment")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_it_is_seen_at_once_on_every_screen(
    still_server: Server, chromium: Browser, language: str
) -> None:
    visitor = Visitor(chromium, still_server, language)
    for scene in scenes(still_server, "3,5", "after-a-disgrace"):
        visitor.go(scene)
        for size in SCREENS:
            visitor.resize(*size)
            visitor.page.evaluate(SOLD_NOW)
            assert visitor.page.evaluate(CUT_OFF) == [], (scene.title, size)
    visitor.context.close()


def test_moves_are_taken_while_a_moment_is_shown(server: Server, person: Invite) -> None:
    people = [slowly(person(server.url, name)) for name in ("Anna", "Bert", "Cleo")]
    deal(people)

    version = play(people, Random(3), boldness=0.3, most=12)

    assert all(who.version() == version for who in people)


def test_the_last_end_card_is_seen_before_the_scores(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    anna = slowly(people[0])
    play_to_the_end(people, deal(people), Random(9))

    expect(anna.page.locator(".lot-moment__last")).to_contain_text("fourth end card")
    expect(moment(anna)).to_be_visible()
    expect(anna.page.locator("#scores")).to_be_hidden()
    anna.page.keyboard.press("Escape")
    expect(moment(anna)).to_have_count(0)
    expect(anna.page.locator("#scores")).to_be_visible()
    expect(people[1].page.locator("#scores")).to_be_visible()


def test_a_moment_lasts_two_seconds_or_as_long_as_the_viewer_likes(
    tmp_path: Path, person: Invite
) -> None:
    with Server(tmp_path, LOT_MOMENT="2") as server:
        people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
        deal(people)
        for who, choice in zip(people, ("", "short", "long"), strict=True):
            who.page.click("[popovertarget=settings]")
            who.page.check(f"[data-choice=moment][value='{choice}']")
            who.page.keyboard.press("Escape")
            who.page.evaluate(NOTE_LENGTH)
        sell(people)

        for who, length in zip(people, (2, 1, 4), strict=True):
            who.page.wait_for_function("() => window.isOver")
            assert who.page.evaluate("asked") == 1_000 * length


def test_without_scripts_it_stands_above_the_new_lot(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna", plain=True)
    link = anna.open_room()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    anna.look_again()
    anna.start()
    people = [*others, Correspondent.device_of(anna, link)]
    while "data-number" not in people[0].html:
        move_on(people, Random(1), 0)
    anna.look_again()

    told, stage = anna.page.locator("#moment"), anna.page.locator("#stage")
    expect(told).to_contain_text(re.compile("for nothing|takes"))
    upper, lower = told.bounding_box(), stage.bounding_box()
    assert upper
    assert lower
    assert upper["y"] + upper["height"] <= lower["y"]
