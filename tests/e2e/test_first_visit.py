"""The first visit to a table: what it weighs, in which letters it is set, and what jumps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from script.tools.scenes.looking import Scene, scenes
from tests.support.browser_people import PHONE
from tests.support.layout_shifts import cumulative, note_shifts, shifts_of
from tests.support.page_weight import weigh_visit
from tests.support.server import Server

HEAVIEST = 100_000
HEAVIEST_TO_READ = 75_000
LATE = 800
FONTS = "**/*.woff2"
FAMILIES = ("High Society Display", "High Society Text")
# A family that is not there measures like the fallback alone.
WIDTHS = """family => {
    const pen = document.createElement("canvas").getContext("2d");
    return [`"${family}", monospace`, "monospace"].map(each => {
        pen.font = `40px ${each}`;
        return pen.measureText("Society 25,000").width;
    });
}"""
# Every digit of a sum of money stands under that of another.
DIGIT_WIDTHS = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return ["400", "700"].map(weight => {
        pen.font = `${weight} 40px "High Society Text"`;
        return new Set([..."0123456789"].map(digit => pen.measureText(digit).width)).size;
    });
}"""


@pytest.fixture(scope="module")
def my_turn(still_server: Server) -> Scene:
    return scenes(still_server, "4", "my-turn")[0]


@pytest.fixture(scope="module")
def over(still_server: Server) -> Scene:
    return scenes(still_server, "4", "over")[0]


@pytest.fixture
def page(chromium: Browser, still_server: Server, my_turn: Scene) -> Iterator[Page]:
    """The page of a seat on a phone with nothing in its cache, still empty."""
    context = chromium.new_context(viewport=PHONE, reduced_motion="reduce")
    cookie = {"name": "sessionid", "value": my_turn.session, "url": still_server.url}
    context.add_cookies([cookie])
    yield context.new_page()
    context.close()


def test_the_first_visit_is_light_and_set_in_the_site_s_letters(
    page: Page, still_server: Server, my_turn: Scene
) -> None:
    wire = weigh_visit(page, f"{still_server.url}{my_turn.path}")

    assert sum(wire.values()) <= HEAVIEST, wire
    assert sum(".woff2" in name for name in wire) == 3, "each is fetched once"
    page.evaluate("document.fonts.ready")
    for family in FAMILIES:
        with_face, without = page.evaluate(WIDTHS, family)
        assert with_face != without, family
    assert page.evaluate(DIGIT_WIDTHS) == [1, 1]


def test_the_end_of_a_game_and_the_home_page_are_light(
    page: Page, still_server: Server, over: Scene
) -> None:
    cookie = {"name": "sessionid", "value": over.session, "url": still_server.url}
    page.context.add_cookies([cookie])
    wire = weigh_visit(page, f"{still_server.url}{over.path}")
    assert sum(wire.values()) <= HEAVIEST, wire

    page.context.clear_cookies()
    tools = page.context.new_cdp_session(page)
    tools.send("Network.clearBrowserCache")
    wire = weigh_visit(page, still_server.url)
    assert sum(wire.values()) <= HEAVIEST_TO_READ, wire


def test_letters_that_come_late_move_nothing(
    page: Page, still_server: Server, my_turn: Scene
) -> None:
    def keep_waiting(route: Route) -> None:
        page.wait_for_timeout(LATE)
        route.continue_()

    page.route(FONTS, keep_waiting)
    page.goto(f"{still_server.url}{my_turn.path}", wait_until="networkidle")
    note_shifts(page)
    page.wait_for_timeout(LATE)

    shifts = shifts_of(page)
    assert cumulative(shifts) == 0, shifts
