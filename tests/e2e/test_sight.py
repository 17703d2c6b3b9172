"""Every state of the screen: nothing hidden, nothing sideways, nothing that some cannot use."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.e2e.server import Server
from tests.scenes.looking import SIZES, Look, Scene, looking, scenes

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE = Axe()
PLAYING = {
    *("first-turn", "my-turn", "composing", "others-turn", "sealed-order", "passed", "reverse"),
    *("asked-twice", "sealed", "sealed-waiting", "theft", "many-cards", "no-money"),
    *("before-the-end", "watching"),
}
ALWAYS = [".stage", ".lot", ".stage__effect", ".stage__deck", "#turn, #call", ".seats .seat"]
OWN = ["#hand", "#controls", ".own .seat"]
MUST_SEE = {
    "first-turn": [".coin", "[data-bid]", "[value=pass]", "[data-smallest]", ".hand__total"],
    "my-turn": [".coin", "[data-bid]", "[value=pass]", ".coin--laid", ".stage__highest"],
    "composing": [".coin", "[data-bid]", "[data-helper]", "[value=pass]"],
    "others-turn": [".coin", "#orders button", ".stage__highest"],
    "sealed-order": [".orders__note", "#orders button"],
    "reverse": [".ribbon", "[data-ask-twice]", "[data-bid]"],
    "asked-twice": [".ribbon", "[data-ask-twice]"],
    "sealed": [".ribbon", "[data-commit]", ".coin"],
    "theft": [".choice", "[value=discard]"],
    "no-money": ["[value=pass]"],
}
BOXES = """selectors => selectors.flatMap(selector => {
    const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    if (!found.length) return [`${selector} is not there`];
    return found.flatMap(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const isIn = (x, y) => x >= -1 && y >= -1 && x <= innerWidth + 1 && y <= innerHeight + 1;
        if (isIn(left, top) && isIn(right, bottom)) return [];
        return [`${selector} ends at ${Math.round(right)}, ${Math.round(bottom)}`];
    });
})"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def all_scenes(running_server: Server) -> list[Scene]:
    return scenes(running_server, "3,4,5")


@pytest.fixture(scope="module")
def views(
    chromium: Browser, running_server: Server, all_scenes: list[Scene]
) -> Iterator[list[tuple[Scene, Page]]]:
    """Every scene, those of tables with five, in a page of its own that is looked at again."""
    wanted = [scene for scene in all_scenes if scene.seats in {0, 5}]
    opened = [(scene, looking(chromium, running_server, scene, Look())) for scene in wanted]
    yield [(scene, context.__enter__()) for scene, context in opened]
    for _, context in opened:
        context.__exit__(None, None, None)


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_axe_finds_nothing_against_wcag(
    views: list[tuple[Scene, Page]], size: str, theme: str
) -> None:
    found = []
    for scene, page in views:
        resize(page, *SIZES[size])
        page.emulate_media(color_scheme=theme)
        result = AXE.run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        found += [
            f"{scene.title}: {each['id']} {[node['html'][:120] for node in each['nodes'][:3]]}"
            for each in result.response["violations"]
        ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_decision_needs_is_on_the_first_screen(
    chromium: Browser, running_server: Server, all_scenes: list[Scene], size: str
) -> None:
    hidden = []
    for scene in all_scenes:
        if scene.name not in PLAYING:
            continue
        wanted = [*ALWAYS, *MUST_SEE.get(scene.name, [])]
        with looking(chromium, running_server, scene, Look(size)) as page:
            own = [] if scene.name == "watching" else OWN
            hidden += [f"{scene.title}: {each}" for each in page.evaluate(BOXES, [*wanted, *own])]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (720, 390), (390, 664), (768, 1024)])
def test_nothing_has_to_be_scrolled_sideways(
    views: list[tuple[Scene, Page]], width: int, height: int
) -> None:
    """320 px, and 200 % of a desk: half its size."""
    wide = []
    for scene, page in views:
        resize(page, width, height)
        if (by := page.evaluate(SIDEWAYS)) > 0:
            wide.append(f"{scene.title} by {by}")
    assert not wide, wide
