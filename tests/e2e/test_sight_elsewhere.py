"""Lobbies, replays, reviews and pages: nothing sideways, nothing that some cannot use."""

import pytest
from playwright.sync_api import Browser

from script.tools.scenes.looking import scenes
from tests.support.server import Server
from tests.support.sight import (
    FIRST_SCREENS,
    LANGUAGES,
    PLAYING,
    THEMES,
    WIDTHS,
    WITH_AXE,
    Findings,
    look_at,
)


@pytest.fixture(scope="module")
def findings(chromium: Browser, still_server: Server) -> Findings:
    every = scenes(still_server, "5", "over,others-turn,lobby,pages")
    return look_at([each for each in every if each.name not in PLAYING], chromium, still_server)


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
