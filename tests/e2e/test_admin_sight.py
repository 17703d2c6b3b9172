"""The admin: nothing sideways and nothing that some cannot use, in any light and language."""

import pytest
from playwright.sync_api import Browser

from script.tools.scenes.looking import SIZES, Scene, Visitor, scenes
from tests.support.server import Server
from tests.support.sight import AXE, LANGUAGES, NARROW, Findings, look_sideways, look_with_axe

MEASURES = NARROW | {size: SIZES[size] for size in ("phone", "desk")}
MAIN = {
    *("admin-index", "admin-statistics", "admin-list-of-games", "admin-list-with-counts"),
    *("admin-game-over", "admin-game-running", "admin-list-of-reports", "admin-report"),
    *("admin-player", "admin-door"),
}


@pytest.fixture(scope="module")
def findings(chromium: Browser, running_server: Server) -> Findings:
    """Each page is loaded once in a language and looked at in every size and light."""
    found = Findings()
    pages = [scene for scene in scenes(running_server, "", "admin") if scene.name in MAIN]
    assert len(pages) == len(MAIN)
    for language in LANGUAGES:
        visitor = Visitor(chromium, running_server, language)
        for page in pages:
            visitor.go(page)
            assert visitor.page.locator("#content").count(), page.name
            visitor.page.evaluate(AXE)
            look(visitor, page, found)
        visitor.context.close()
    return found


def look(visitor: Visitor, scene: Scene, found: Findings) -> None:
    for size, measures in MEASURES.items():
        visitor.resize(*measures)
        look_sideways(visitor, scene, size, found)
        if size not in NARROW:
            look_with_axe(visitor, scene, size, found)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_axe_finds_nothing_against_wcag(findings: Findings, size: str, theme: str) -> None:
    found = findings.axe[size, theme]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", MEASURES)
def test_nothing_has_to_be_scrolled_sideways(findings: Findings, size: str, language: str) -> None:
    wide = findings.sideways[size, language]
    assert not wide, "\n".join(wide)
