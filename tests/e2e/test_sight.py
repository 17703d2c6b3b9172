"""Every state of the screen: nothing hidden, nothing sideways, nothing that some cannot use."""

from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.server import Server
from tests.scenes.looking import SIZES, Scene, Visitor, scenes

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE = Axe().axe_script
ASK_AXE = """async rules => {
    const { violations } = await axe.run({ runOnly: rules, resultTypes: ["violations"] });
    const parts = nodes => nodes.slice(0, 3).map(node => node.html.slice(0, 120));
    return violations.map(({ id, nodes }) => `${id} ${parts(nodes)}`);
}"""
LANGUAGES = ("en", "de")
WIDTHS = {"320": (320, 640), "zoomed": (720, 390), "phone": (390, 664), "tablet": (768, 1024)}
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


@dataclass
class Findings:
    """What is wrong with the scenes, by how they were looked at."""

    axe: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    hidden: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    sideways: dict[tuple[str, str], list[str]] = field(default_factory=dict)


def note(
    book: dict[tuple[str, str], list[str]], look: tuple[str, str], scene: Scene, words: list[str]
) -> None:
    book.setdefault(look, []).extend(f"{scene.title}: {each}" for each in words)


@pytest.fixture(scope="module")
def findings(chromium: Browser, running_server: Server) -> Findings:
    """Each scene is loaded once in a language and looked at in every size and light."""
    found, all_scenes = Findings(), scenes(running_server, "3,4,5")
    for language in LANGUAGES:
        visitor = Visitor(chromium, running_server, language)
        for scene in all_scenes:
            if scene.seats in {0, 5} or scene.name in PLAYING:
                visitor.go(scene)
                look(visitor, scene, found)
        visitor.context.close()
    return found


def look(visitor: Visitor, scene: Scene, found: Findings) -> None:
    if scene.name in PLAYING:
        look_for_what_is_needed(visitor, scene, found)
    if scene.seats in {0, 5}:
        look_sideways(visitor, scene, found)
    if scene.seats in {0, 5} and visitor.language == "en":
        look_with_axe(visitor, scene, found)


def look_for_what_is_needed(visitor: Visitor, scene: Scene, found: Findings) -> None:
    own = [] if scene.name == "watching" else OWN
    wanted = [*ALWAYS, *MUST_SEE.get(scene.name, []), *own]
    for size, measures in SIZES.items():
        visitor.resize(*measures)
        hidden = visitor.page.evaluate(BOXES, wanted)
        note(found.hidden, (size, visitor.language), scene, hidden)


def look_sideways(visitor: Visitor, scene: Scene, found: Findings) -> None:
    for size, measures in WIDTHS.items():
        visitor.resize(*measures)
        by = visitor.page.evaluate(SIDEWAYS)
        note(found.sideways, (size, visitor.language), scene, [f"{by} px"] if by > 0 else [])


def look_with_axe(visitor: Visitor, scene: Scene, found: Findings) -> None:
    """By night nothing but colours differs."""
    page = visitor.page
    page.evaluate(AXE)
    for size in ("phone", "desk"):
        visitor.resize(*SIZES[size])
        for theme, rules in (("dark", ["color-contrast"]), ("light", RULES)):
            page.emulate_media(color_scheme=theme)
            note(found.axe, (size, theme), scene, page.evaluate(ASK_AXE, rules))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_axe_finds_nothing_against_wcag(findings: Findings, size: str, theme: str) -> None:
    found = findings.axe[size, theme]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_what_a_decision_needs_is_on_the_first_screen(
    findings: Findings, size: str, language: str
) -> None:
    hidden = findings.hidden[size, language]
    assert not hidden, "\n".join(hidden)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", WIDTHS)
def test_nothing_has_to_be_scrolled_sideways(findings: Findings, size: str, language: str) -> None:
    """320 px, and 200 % of a desk: half its size."""
    wide = findings.sideways[size, language]
    assert not wide, "\n".join(wide)
