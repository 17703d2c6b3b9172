"""Lobbies, replays, reviews, pages and open play: nothing sideways, nothing that some cannot use.

The pages of open play are also read without scripts.
"""

import pytest
from playwright.sync_api import Browser, expect

from script.tools.scenes.looking import SIZES, Scene, scenes
from tests.support.server import Server
from tests.support.sight import (
    FIRST_SCREENS,
    LANGUAGES,
    PLAYING,
    SIDEWAYS,
    THEMES,
    WIDTHS,
    WITH_AXE,
    Findings,
    look_at,
)

# Words in English and German of each page of open play that say what it is for.
OPEN_PLAY = {
    "leaders": ("Leaderboard", "Rangliste"),
    "leaders-none": ("Nobody has played enough", "noch niemand genug gewertete Partien"),
    "profile": ("Open games by edition", "Offene Partien nach Edition"),
    "profile-own": ("Open games by edition", "Offene Partien nach Edition"),
    "ratings": ("Our bots", "Unsere Bots"),
    "tables": ("Find me a game", "Partie finden"),
    "tables-none": ("Find me a game", "Partie finden"),
    "tables-seated": ("Find me a game", "Partie finden"),
    "tables-account": ("Find me a game", "Partie finden"),
    "opening": ("This room is private", "Dieser Raum ist privat"),
    "waiting": ("This table is in the list", "Dieser Tisch steht in der Liste"),
    "company": ("Favourites", "Favoriten"),
    "company-none": ("Favourites", "Favoriten"),
    "daily": ("Tomorrow’s shuffle commitments", "morgen"),
    "daily-again": ("Tomorrow’s shuffle commitments", "morgen"),
    "daily-new": ("Your first try counts", "Dein erster Versuch zählt"),
    "daily-running": ("Continue", "Weiter"),
    "daily-after": ("What players paid for each lot", "Was für jedes Los gezahlt wurde"),
    "daily-table": ("Your hand", "Deine Hand"),
    "daily-replay": ("", ""),
    "daily-past": ("Past days", "Vergangene Tage"),
    "daily-open": ("Play it (it doesn’t count)", "zählt nicht"),
    "daily-coming": ("It begins:", "Er beginnt:"),
}

# The contrast of the first element of its kind with the page's ground; axe passes over gradients.
CONTRAST = """selector => {
    const light = color => {
        const parts = color.match(/[\\d.]+/g).slice(0, 3).map(part => part / 255);
        const [r, g, b] = parts.map(
            part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const written = light(getComputedStyle(document.querySelector(selector)).color);
    const ground = light(getComputedStyle(document.body).backgroundColor);
    return Math.max(written, ground) / Math.min(written, ground);
}"""


@pytest.fixture(scope="module")
def places(still_server: Server) -> list[Scene]:
    every = scenes(still_server, "5", "over,others-turn,lobby,pages,open")
    return [each for each in every if each.name not in PLAYING]


@pytest.fixture(scope="module")
def findings(chromium: Browser, still_server: Server, places: list[Scene]) -> Findings:
    return look_at(places, chromium, still_server)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", WITH_AXE)
def test_axe_finds_nothing_against_wcag(findings: Findings, size: str, theme: str) -> None:
    found = findings.axe[size, theme]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", FIRST_SCREENS)
def test_the_steps_since_the_last_visit_cover_nothing(
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


def test_the_tags_of_open_tables_can_be_read(
    chromium: Browser, still_server: Server, places: list[Scene]
) -> None:
    path = next(scene.path for scene in places if scene.name == "tables")
    context = chromium.new_context(locale="en")
    page = context.new_page()
    page.goto(f"{still_server.url}{path}", wait_until="domcontentloaded")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert page.evaluate(CONTRAST, ".open-table .tag") >= 4.5, theme
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_open_play_can_be_read_without_scripts(
    chromium: Browser, still_server: Server, places: list[Scene], language: str
) -> None:
    context = chromium.new_context(java_script_enabled=False, locale=language)
    page, site = context.new_page(), still_server.url
    by_name = {scene.name: scene for scene in places}
    for name, words in OPEN_PLAY.items():
        context.clear_cookies()
        if session := by_name[name].session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": site}])
        answer = page.goto(f"{site}{by_name[name].path}", wait_until="load")
        assert answer is not None
        assert answer.status == 200, name
        expect(page.locator("main"), name).to_contain_text(words[LANGUAGES.index(language)])
        for size in ("phone", "desk"):
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIDEWAYS) <= 0, f"{name} {size}"
    context.close()


def test_without_scripts_a_deal_is_begun_a_person_unblocked_and_a_board_chosen(
    chromium: Browser, still_server: Server, places: list[Scene]
) -> None:
    by_name = {scene.name: scene for scene in places}
    context = chromium.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(f"{still_server.url}/daily/")
    expect(page.locator("time").first).to_contain_text("UTC")
    page.goto(f"{still_server.url}{by_name['daily-new'].path}")
    page.fill("[name=name]", "Plain Jane")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#hand")).to_be_visible()
    page.goto(f"{still_server.url}{by_name['daily-new'].path}")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()

    session = by_name["company"].session
    context.add_cookies([{"name": "sessionid", "value": session, "url": still_server.url}])
    page.goto(f"{still_server.url}{by_name['company'].path}")
    page.get_by_role("button", name="Unblock").click()
    expect(page.locator("main")).to_contain_text("Nobody.")

    page.goto(f"{still_server.url}/leaders/")
    page.locator("#period").select_option("week")
    page.get_by_role("button", name="Show").click()
    assert "period=week" in page.url
    context.close()
