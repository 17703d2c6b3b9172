"""Checks for every state of the screen: what is hidden, what is sideways, what some cannot use."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from script.tools.scenes.looking import SIZES, Scene, Visitor
from tests.support.server import Server

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE = Axe().axe_script
ASK_AXE = """async ({ rules, isContrast }) => {
    const where = isContrast ? { include: ["[data-unseen]"] } : document;
    const only = isContrast ? ["color-contrast"] : rules;
    if (isContrast && !document.querySelector("[data-unseen]")) return null;
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
    const known = new Set(JSON.parse(seen));
    const stood = new Map();
    const grounds = element => {
        if (!element) return "";
        if (!stood.has(element)) stood.set(element, ground(element));
        return stood.get(element);
    };
    const ground = element => {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
        const own = `${element.localName}.${element.className}`;
        const under = grounds(element.parentElement);
        return `${own} ${backgroundColor} ${backgroundImage} ${opacity} < ${under}`;
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
WITH_AXE = ("phone", "desk")
THEMES = ("dark", "light")
NARROW = {"320": (320, 640)}
OTHER_SCREENS = {
    "small": (360, 640),
    "sideways": (844, 390),
    "low": (1280, 640),
    "zoomed-tablet": (410, 590),
    "upright-tablet": (820, 1180),
    "wide": (1920, 1080),
}
FIRST_SCREENS = SIZES | NARROW | OTHER_SCREENS
WIDTHS = NARROW | {"zoomed": (720, 390), "phone": SIZES["phone"], "tablet": SIZES["tablet"]}
GERMAN_TOO = {"my-turn", "others-turn", "reverse", "theft", "over", "lobby-host", "home"}
PLAYING = {
    *("first-turn", "my-turn", "composing", "others-turn", "auto-bid", "passed", "reverse"),
    *("asked-twice", "sealed", "sealed-waiting", "theft", "many-cards", "no-money"),
    *("before-the-end", "watching", "stranger", "my-turn-on-the-clock", "reverse-on-the-clock"),
    "my-turn-auto-bid",
}
ALWAYS = [".stage", ".lot", ".stage__effect", ".stage__deck", "#turn, #call", ".seats .seat"]
OWN = ["#hand", "#controls", ".own .seat"]
MUST_SEE = {
    "first-turn": [".coin", "[data-bid]", "[value=pass]", "[data-smallest]", ".hand__total"],
    "my-turn": [
        *(".coin", "[data-bid]", "[value=pass]", ".coin--laid", ".stage__highest"),
        *(".seats .seat__cards .coin--small", "#standing"),
    ],
    "composing": [".coin", "[data-bid]", "[data-helper]", "[value=pass]"],
    "others-turn": [".coin", "#auto-bid button", ".stage__highest"],
    "auto-bid": [".auto-bid__note", "#auto-bid button"],
    "my-turn-auto-bid": [".auto-bid__note", "#auto-bid button", "[data-bid]", "[value=pass]"],
    "reverse": [".ribbon", "[data-ask-twice]", "[data-bid]"],
    "asked-twice": [".ribbon", "[data-ask-twice]"],
    "sealed": [".ribbon", "[data-commit]", ".coin"],
    "since": [".coin", ".coin--laid", ".since__told", ".since__steps a"],
    "theft": [".choice", "[value=discard]"],
    "no-money": ["[value=pass]"],
    "stranger": [".sit input:not([type=hidden])", ".sit button"],
    "my-turn-on-the-clock": ["#clock", "#extra button", "[data-bid]", "[value=pass]"],
    "reverse-on-the-clock": ["#clock", "#extra button", ".ribbon", "[data-ask-twice]"],
}
BOXES = """selectors => {
    const isIn = (x, y) => x >= -1 && y >= -1 && x <= innerWidth + 1 && y <= innerHeight + 1;
    const hidden = selectors.flatMap(selector => {
        const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
        if (!found.length) return [`${selector} is not there`];
        return found.flatMap(element => {
            const { left, top, right, bottom } = element.getBoundingClientRect();
            if (isIn(left, top) && isIn(right, bottom)) return [];
            return [`${selector} ends at ${Math.round(right)}, ${Math.round(bottom)}`];
        });
    });
    const below = document.documentElement.scrollHeight - innerHeight;
    return below > 0 ? [...hidden, `${below} px below`] : hidden;
}"""
# An opponent's note has a figure that can be read, inside its seat, and nothing lies over it.
UNSEEN_NOTES = """() => {
    const isSeen = note => {
        const { left, top, right, bottom } = note.getBoundingClientRect();
        const seat = note.closest(".seat").getBoundingClientRect();
        const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
        const isOnTop = stack.find(each => !each.matches(".seat__claimed")) === note;
        const isIn = left >= seat.left - 1 && right <= seat.right + 1 && bottom <= seat.bottom + 1;
        const figure = parseFloat(getComputedStyle(note, "::before").fontSize);
        return note.checkVisibility() && isOnTop && isIn && figure >= 9;
    };
    const describe = note => `${note.textContent.trim()} at ${note.closest(".seat").id}`;
    const notes = [...document.querySelectorAll(".seats .seat__cards .coin--small")];
    return notes.filter(note => !isSeen(note)).map(describe);
}"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

Book = dict[tuple[str, str], list[str]]


@dataclass
class Findings:
    """What is wrong with the scenes, by how they were looked at, and what axe has seen."""

    axe: Book = field(default_factory=dict)
    hidden: Book = field(default_factory=dict)
    notes: Book = field(default_factory=dict)
    sideways: Book = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)


Check = Callable[[Visitor, Scene, str, Findings], None]


def note(book: Book, look: tuple[str, str], scene: Scene, words: list[str]) -> None:
    book.setdefault(look, []).extend(f"{scene.title}: {each}" for each in words)


def look_at(
    scenes: Sequence[Scene], browser: Browser, server: Server, languages: Sequence[str] = LANGUAGES
) -> Findings:
    """Each scene is loaded once in a language and looked at in every size and light."""
    found = Findings()
    for language in languages:
        visitor = Visitor(browser, server, language)
        for scene in scenes:
            visitor.go(scene)
            look(visitor, scene, found)
        visitor.context.close()
    return found


def look(visitor: Visitor, scene: Scene, found: Findings) -> None:
    """Size by size, first the one that is: changing it takes longer than looking."""
    every = (FIRST_SCREENS | WIDTHS).items()
    for size, measures in sorted(every, key=lambda each: each[1] != visitor.measures):
        checks = list(checks_for(scene, size, visitor.language))
        if checks:
            visitor.resize(*measures)
        for check in checks:
            check(visitor, scene, size, found)


def checks_for(scene: Scene, size: str, language: str) -> Iterator[Check]:
    """What is checked of such a scene in this size."""
    if scene.name in {*PLAYING, "since"} and size in FIRST_SCREENS:
        yield look_for_what_is_needed
    if scene.seats not in {0, 5}:
        return
    if size in WIDTHS:
        yield look_sideways
    if size in WITH_AXE and (language == "en" or scene.name in GERMAN_TOO):
        yield look_with_axe


def look_for_what_is_needed(visitor: Visitor, scene: Scene, size: str, found: Findings) -> None:
    own = [] if scene.name in {"watching", "stranger", "since"} else OWN
    wanted = [*ALWAYS, *MUST_SEE.get(scene.name, []), *own]
    hidden = visitor.page.evaluate(BOXES, wanted)
    note(found.hidden, (size, visitor.language), scene, hidden)
    unseen = visitor.page.evaluate(UNSEEN_NOTES)
    note(found.notes, (size, visitor.language), scene, unseen)


def look_sideways(visitor: Visitor, scene: Scene, size: str, found: Findings) -> None:
    by = visitor.page.evaluate(SIDEWAYS)
    note(found.sideways, (size, visitor.language), scene, [f"{by} px"] if by > 0 else [])


def look_with_axe(visitor: Visitor, scene: Scene, size: str, found: Findings) -> None:
    """By night nothing but colours differs."""
    page = visitor.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        wrong = page.evaluate(ASK_AXE, {"rules": RULES}) if theme == "light" else []
        note(found.axe, (size, theme), scene, wrong + low_contrast(page, found))


def low_contrast(page: Page, found: Findings) -> list[str]:
    """What axe finds in text that looks new; if a push has replaced what was marked, once more."""
    while unseen := page.evaluate(MARK_UNSEEN, json.dumps(list(found.seen))):
        wrong: list[str] | None = page.evaluate(ASK_AXE, {"isContrast": True})
        if wrong is not None:
            found.seen |= set(unseen)
            return wrong
    return []
