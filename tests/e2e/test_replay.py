"""A game seen again in a browser: by buttons, keys and slider, by itself, and without scripts."""

import re
from collections.abc import Callable
from random import Random
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from script.tools.scenes.looking import Scene, scenes
from tests.support.browser import Invite
from tests.support.browser_people import Person, deal, play
from tests.support.server import Server

Sees = Callable[..., Person]


@pytest.fixture(scope="module")
def built(running_server: Server) -> dict[str, Scene]:
    return {scene.name: scene for scene in scenes(running_server, "3", "over")}


@pytest.fixture
def viewer(server: Server, person: Invite, built: dict[str, Scene]) -> Sees:
    """Somebody who opens the replay at a moment, as the player of the scene or with the link."""

    def arrive(at: int = 0, view: str = "1", *, name: str = "replay", **kind: bool) -> Person:
        who, scene = person(server.url, "Vera", **kind), built[name]
        if scene.session:
            cookie = {"name": "sessionid", "value": scene.session, "url": server.url}
            who.context.add_cookies([cookie])
        path = scene.path.split("?")[0]
        who.page.goto(f"{server.url}{path}?at={at}&view={view}")
        return who

    return arrive


def told(page: Page) -> Locator:
    return page.locator("#told")


def expect_moment(page: Page, at: int, view: str = "1") -> None:
    """The moment everywhere: what is told, the log, the slider, the address."""
    expect(told(page)).to_have_attribute("data-at", str(at))
    expect(page).to_have_url(re.compile(rf"\?at={at}&view={view}$"))
    expect(page.locator("#log [aria-current]")).to_have_attribute("data-ply", str(at))
    expect(page.locator("#at")).to_have_value(str(at))
    expect(page.locator("#view")).to_have_value(view)


def last(page: Page) -> int:
    return int(page.locator("#at").get_attribute("max") or 0)


def test_keys_lead_through_the_game(viewer: Sees) -> None:
    page = viewer().page
    expect_moment(page, 0)

    for moment in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect_moment(page, moment)
    page.keyboard.press("ArrowLeft")
    expect_moment(page, 2)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#stage")).to_have_attribute("data-lot", "2")
    page.keyboard.press("Shift+ArrowLeft")
    expect_moment(page, 0)
    page.keyboard.press("End")
    expect_moment(page, last(page))
    expect(page.locator("#scores")).to_be_visible()
    page.keyboard.press("Home")
    expect_moment(page, 0)
    expect(page.locator("#scores")).to_have_count(0)


def test_what_is_heard_is_what_happened(viewer: Sees) -> None:
    page = viewer().page
    page.keyboard.press("ArrowRight")
    expect_moment(page, 1)

    expect(page.locator("#news")).to_have_text(told(page).get_attribute("data-told") or "")


def test_a_button_keeps_the_focus_also_where_it_leads_no_further(viewer: Sees) -> None:
    page = viewer().page
    page.locator("#step-on").focus()
    page.keyboard.press("Enter")
    expect_moment(page, 1)
    expect(page.locator("#step-on")).to_be_focused()

    page.locator("#step-back").focus()
    page.keyboard.press("Enter")
    expect_moment(page, 0)
    expect(page.locator("#step-back")).to_be_focused()
    expect(page.locator("#step-back")).to_have_attribute("aria-disabled", "true")


def test_going_back_in_the_browser_goes_back_in_the_game(viewer: Sees) -> None:
    page = viewer().page
    page.locator("#step-on").click()
    expect_moment(page, 1)
    page.locator("#log [data-ply='7']").click()
    expect_moment(page, 7)
    page.locator("#view").select_option("open")
    expect_moment(page, 7, "open")

    for at, view in ((7, "1"), (1, "1"), (0, "1")):
        page.go_back()
        expect_moment(page, at, view)
    page.go_forward()
    expect_moment(page, 1)
    page.locator("#step-on").click()
    expect_moment(page, 2)


def test_the_slider_and_the_log_lead_anywhere(viewer: Sees) -> None:
    page = viewer().page
    page.locator("#at").fill("9")
    expect_moment(page, 9)
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    expect_moment(page, 10)
    page.locator("#log [data-ply='3']").click()
    expect_moment(page, 3)


def test_the_sight_can_be_chosen_and_stays_with_every_step(viewer: Sees) -> None:
    page = viewer(5).page
    expect(page.locator("#hand")).to_be_visible()

    page.locator("#view").select_option("open")
    expect(page.locator(".open-hand")).to_have_count(3)
    expect(page.locator("#hand")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("#log [data-ply='8']").click()
    expect_moment(page, 8, "open")
    page.locator("#view").select_option("table")
    expect(page.locator(".open-hand, #hand")).to_have_count(0)
    page.locator("#step-on").click()
    expect_moment(page, 9, "table")


def test_it_plays_by_itself_until_it_is_stopped_or_over(viewer: Sees) -> None:
    page = viewer().page
    page.clock.install()
    page.reload()
    page.locator("[data-speed]").select_option("375")
    page.locator("#told").click()
    page.keyboard.press("Space")
    expect(page.locator("[data-autoplay]")).to_have_attribute("data-autoplay", "on")
    pages = page.evaluate("history.length")
    expect(told(page)).to_have_attribute("data-at", re.compile(r"^([3-9]|\d\d+)$"))
    assert page.evaluate("history.length") == pages
    page.keyboard.press("Space")
    expect(page.locator("[data-autoplay]")).to_have_attribute("data-autoplay", "off")
    expect(page.locator(".htmx-request")).to_have_count(0)  # a step may be on its way
    stopped = told(page).get_attribute("data-at")
    page.clock.run_for(3_000)
    expect(page.locator(".htmx-request")).to_have_count(0)
    expect(told(page)).to_have_attribute("data-at", stopped or "")

    page.locator("#at").fill(str(last(page) - 2))
    expect_moment(page, last(page) - 2)
    page.locator("[data-autoplay]").click()
    expect_moment(page, last(page))
    expect(page.locator("[data-autoplay]")).to_have_attribute("data-autoplay", "off")


def test_a_deep_link_opens_at_its_moment_for_anybody(viewer: Sees) -> None:
    page = viewer(6, "open", name="replay-link").page

    expect_moment(page, 6, "open")
    expect(page.locator(".open-hand")).to_have_count(3)
    link = page.locator("#link").input_value()
    assert link.endswith("?at=6&view=open")
    page.locator("#step-on").click()
    expect(page.locator("#link")).to_have_value(link.replace("at=6", "at=7"))


def test_a_stranger_sees_the_game_once_a_link_is_made(server: Server, person: Invite) -> None:
    ann, bob, cid = (person(server.url, name) for name in ("Ann", "Bob", "Cid"))
    room = deal([ann, bob, cid])
    play([ann, bob, cid], Random(9), most=4)
    ann.expect_complaint("dialog: End this game")
    ann.page.get_by_role("button", name="The room").click()
    ann.page.get_by_role("button", name="Break the game off").click()
    expect(ann.page.get_by_role("button", name="Start the game")).to_be_visible()
    address = f"{server.url}/g/{server.game_at(room)['code']}/?at=3&view=1"
    stranger = person(server.url, "Zoe")
    stranger.expect_complaint("404")
    stranger.page.goto(address)
    expect(stranger.page.locator("#told")).to_have_count(0)

    bob.page.goto(address)
    bob.page.get_by_role("button", name="Share").click()
    bob.page.get_by_role("button", name="Create a link").click()
    expect(bob.page.locator("#link")).to_be_visible()
    stranger.page.goto(bob.page.locator("#link").input_value())

    expect_moment(stranger.page, 3)
    told = bob.page.locator("#told").inner_text()
    for own, about in (("You bid", "Bob bids"), ("You pass", "Bob passes")):
        told = told.replace(own, about)
    expect(stranger.page.locator("#told")).to_have_text(told)
    expect(stranger.page.get_by_role("button", name="Create a link")).to_have_count(0)

    bob.page.get_by_role("button", name="Turn off the link").click()
    expect(bob.page.get_by_role("button", name="Create a link")).to_be_visible()
    stranger.expect_complaint("404")
    stranger.page.reload()
    expect(stranger.page.locator("#told")).to_have_count(0)


def test_a_link_once_made_lies_open_on_a_phone(viewer: Sees) -> None:
    page = viewer(3, phone=True).page
    expect(page.locator("#link")).to_be_hidden()

    page.goto(f"{page.url}#share")
    page.reload()

    expect(page.locator("#link")).to_be_visible()


def test_another_language_keeps_the_moment(viewer: Sees) -> None:
    page = viewer().page
    page.keyboard.press("ArrowRight")
    expect_moment(page, 1)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Deutsch").click()

    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect_moment(page, 1)


def test_everything_works_without_scripts(viewer: Sees) -> None:
    page = viewer(plain=True).page
    for way, at in (("on", 1), ("on", 2), ("back", 1), ("last", last(page)), ("first", 0)):
        page.locator(f"#step-{way}").click()
        expect_moment(page, at)
    page.locator("#step-lot-on").click()
    expect(page.locator("#stage")).to_have_attribute("data-lot", "2")
    page.locator("#log [data-ply='4']").click()
    expect_moment(page, 4)
    page.locator("#at").fill("9")
    page.locator("#view").select_option("open")
    page.get_by_role("button", name="Show", exact=True).click()
    expect_moment(page, 9, "open")
    expect(page.locator("[data-autoplay]")).to_be_hidden()


@pytest.mark.parametrize("plain", [False, True], ids=["with scripts", "without"])
def test_playing_on_leads_to_a_table_where_one_can_move(viewer: Sees, plain: bool) -> None:
    who = viewer(0, "table", name="replay-link", plain=plain)
    page = who.page
    turn = page.locator(".seat:has(.seat__now--turn)").get_attribute("id") or ""
    if not page.locator("#sheet-people").is_visible():
        page.locator(".tool--people").click()
    page.get_by_label("Play as").select_option(turn.removeprefix("place-"))
    page.get_by_label("Your name").fill("Vera")
    page.get_by_role("button", name="Play on from here").click()

    expect(page).to_have_url(re.compile(r"/r/"))
    expect(page.locator(f".own #{turn} .seat__who")).to_have_text("You")
    expect(page.locator("#controls.controls--awake")).to_be_visible()
    page.locator("button[value=pass]").first.click()
    if page.locator("button[data-ask-twice]").count():
        page.locator("button[value=pass]").first.click()
    expect(page.locator("#log")).to_contain_text("You pass")
    expect(page.locator("#version")).not_to_have_value("0")


def test_the_keys_can_be_looked_up(viewer: Sees) -> None:
    page = viewer().page
    page.keyboard.press("?")

    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect_moment(page, 0)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect_moment(page, 1)


def test_play_and_next_cannot_be_mistaken_for_each_other(viewer: Sees) -> None:
    page = viewer().page
    icons = page.evaluate("""
        [...document.querySelectorAll(".replay-dock :is([data-autoplay] .icon--off, .pace) use")]
            .map((use) => use.getAttribute("href").split("#")[1])
    """)
    assert len(set(icons)) == len(icons) == 7

    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Next move")).to_be_visible()


def test_on_a_phone_the_buttons_stay_in_reach(viewer: Sees) -> None:
    who = viewer(phone=True)
    page = who.page
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    touch = who.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    for at, view in enumerate(("1", "open")):
        # The first is chosen already: only its answer tells that the page is at rest.
        with page.expect_response(lambda answer: "view=" in answer.url):
            page.locator("#view").select_option(view)
        expect_moment(page, at, view)
        page.locator("#step-on").click()
        expect_moment(page, at + 1, view)
        for way in ("first", "lot-back", "back", "on", "lot-on", "last"):
            box = page.locator(f"#step-{way}").bounding_box()
            assert box is not None
            assert box["width"] >= 44
            assert box["height"] >= 44
            assert 400 < box["y"] < 664 - 44


def test_another_s_hand_fits_a_narrow_phone_and_bears_no_name_of_mine(viewer: Sees) -> None:
    page = viewer(9, "0", phone=True).page
    page.set_viewport_size({"width": 360, "height": 640})

    expect(page.locator(".hand__total")).to_contain_text(re.compile(r"^\s*Hand"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360


NOTE_ANIMATIONS = """
    window.moved = [];
    document.addEventListener("htmx:afterSwap", () => {
        for (const { effect } of document.getAnimations())
            moved.push(...effect.getKeyframes().flatMap(Object.keys));
    });
"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_travel_for_who_likes_it(
    viewer: Sees, motion: Literal["no-preference", "reduce"]
) -> None:
    page = viewer().page
    page.emulate_media(reduced_motion=motion)
    page.evaluate(NOTE_ANIMATIONS)

    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#stage")).to_have_attribute("data-lot", "2")

    assert ("transform" in page.evaluate("moved")) == (motion == "no-preference")
