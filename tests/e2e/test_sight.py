"""Every state of the screen: nothing hidden, nothing sideways, nothing that some cannot use."""

from dataclasses import dataclass, field

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.e2e.server import Server
from tests.scenes.looking import SIZES, Scene, Visitor, scenes

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE = Axe().axe_script
ASK_AXE = """async ({ rules, isContrast }) => {
    const where = isContrast ? { include: ["[data-unseen]"] } : document;
    const only = isContrast ? ["color-contrast"] : rules;
    const { violations } = await axe.run(where, {
        runOnly: only, resultTypes: ["violations"], preload: false,
        rules: isContrast ? {} : { "color-contrast": { enabled: false } },
    });
    const parts = nodes => nodes.slice(0, 3).map(node => node.html.slice(0, 120));
    return violations.map(({ id, nodes }) => `${id} ${parts(nodes)}`);
}"""
# Contrast takes axe longer than all the rest. What is written the same way on the same ground
# was judged already: only what looks new is marked.
MARK_UNSEEN = """seen => {
    const grounds = element => {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const ground = `${backgroundColor} ${backgroundImage} ${opacity}`;
        const own = `${element.localName}.${element.className} ${ground}`;
        return element.parentElement ? `${own} < ${grounds(element.parentElement)}` : own;
    };
    const look = element => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        return `${color} ${fontSize} ${fontWeight} ${textShadow} on ${grounds(element)}`;
    };
    const hash = text => {
        let sum = 7;
        for (let place = 0; place < text.length; place++) {
            sum = (sum * 31 + text.charCodeAt(place)) | 0;
        }
        return sum;
    };
    const isText = ({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim();
    const isWritten = element =>
        element.matches("input, select") || [...element.childNodes].some(isText);
    const known = new Set(seen);
    document.querySelectorAll("[data-unseen]").forEach(each => each.removeAttribute("data-unseen"));
    return [...document.body.querySelectorAll("*")].flatMap(element => {
        if (!isWritten(element) || !element.checkVisibility()) return [];
        const key = hash(look(element));
        if (known.has(key)) return [];
        known.add(key);
        element.setAttribute("data-unseen", "");
        return [key];
    });
}"""
LANGUAGES = ("en", "de")
NARROW = {"320": (320, 640)}
FIRST_SCREENS = SIZES | NARROW
WIDTHS = NARROW | {"zoomed": (720, 390), "phone": SIZES["phone"], "tablet": SIZES["tablet"]}
GERMAN_TOO = {"my-turn", "others-turn", "reverse", "theft", "over", "lobby-host", "home"}
PLAYING = {
    *("first-turn", "my-turn", "composing", "others-turn", "sealed-order", "passed", "reverse"),
    *("asked-twice", "sealed", "sealed-waiting", "theft", "many-cards", "no-money"),
    *("before-the-end", "watching", "stranger", "my-turn-on-the-clock", "reverse-on-the-clock"),
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
    "stranger": [".sit input:not([type=hidden])", ".sit button"],
    "my-turn-on-the-clock": ["#clock", "#extra button", "[data-bid]", "[value=pass]"],
    "reverse-on-the-clock": ["#clock", "#extra button", ".ribbon", "[data-ask-twice]"],
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
DOWN = "document.documentElement.scrollHeight - innerHeight"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


Book = dict[tuple[str, str], list[str]]


@dataclass
class Findings:
    """What is wrong with the scenes, by how they were looked at, and what axe has seen."""

    axe: Book = field(default_factory=dict)
    hidden: Book = field(default_factory=dict)
    sideways: Book = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)


def note(book: Book, look: tuple[str, str], scene: Scene, words: list[str]) -> None:
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
    """Size by size: changing it takes longer than looking."""
    is_crowded = scene.seats in {0, 5}
    has_axe = is_crowded and (visitor.language == "en" or scene.name in GERMAN_TOO)
    if has_axe:
        visitor.page.evaluate(AXE)
    for size, measures in (FIRST_SCREENS | WIDTHS).items():
        if not is_crowded and size not in FIRST_SCREENS:
            continue
        visitor.resize(*measures)
        if scene.name in PLAYING and size in FIRST_SCREENS:
            look_for_what_is_needed(visitor, scene, size, found)
        if is_crowded and size in WIDTHS:
            by = visitor.page.evaluate(SIDEWAYS)
            words = [f"{by} px"] if by > 0 else []
            note(found.sideways, (size, visitor.language), scene, words)
        if has_axe and size in {"phone", "desk"}:
            look_with_axe(visitor, scene, size, found)


def look_for_what_is_needed(visitor: Visitor, scene: Scene, size: str, found: Findings) -> None:
    own = [] if scene.name in {"watching", "stranger"} else OWN
    wanted = [*ALWAYS, *MUST_SEE.get(scene.name, []), *own]
    hidden = visitor.page.evaluate(BOXES, wanted)
    if (by := visitor.page.evaluate(DOWN)) > 0:
        hidden.append(f"{by} px below")
    note(found.hidden, (size, visitor.language), scene, hidden)


def look_with_axe(visitor: Visitor, scene: Scene, size: str, found: Findings) -> None:
    """By night nothing but colours differs."""
    page = visitor.page
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        wrong = page.evaluate(ASK_AXE, {"rules": RULES}) if theme == "light" else []
        if unseen := page.evaluate(MARK_UNSEEN, list(found.seen)):
            wrong += page.evaluate(ASK_AXE, {"isContrast": True})
            found.seen |= set(unseen)
        note(found.axe, (size, theme), scene, wrong)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_axe_finds_nothing_against_wcag(findings: Findings, size: str, theme: str) -> None:
    found = findings.axe[size, theme]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", FIRST_SCREENS)
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
