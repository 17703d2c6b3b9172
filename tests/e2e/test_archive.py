"""Somebody looks for a game of theirs and takes it along, with scripts and without."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from script.tools.scenes.looking import scenes
from tests.support.server import Server


@pytest.fixture
def veteran(request, chromium: Browser, server: Server):
    """Somebody with one finished game, on their own page."""
    over = scenes(server, "3", "over")[0]
    context = chromium.new_context(java_script_enabled=request.param, locale="en")
    context.add_cookies([{"name": "sessionid", "value": over.session, "url": server.url}])
    page = context.new_page()
    page.goto(f"{server.url}/me/")
    yield page
    context.close()


with_and_without_scripts = pytest.mark.parametrize(
    "veteran", [True, False], indirect=True, ids=["scripts", "no scripts"]
)


@with_and_without_scripts
def test_games_are_chosen_and_all_come_back(veteran: Page) -> None:
    games = veteran.locator(".history__game")
    expect(games).to_have_count(1)

    veteran.get_by_text("Filter", exact=True).click()
    veteran.get_by_label("Players").select_option("5")
    veteran.get_by_role("button", name="Apply").click()
    expect(veteran.get_by_text("No games match this filter.")).to_be_visible()
    expect(veteran.get_by_label("Players")).to_have_value("5")

    veteran.get_by_role("link", name="Clear filter").click()
    expect(games).to_have_count(1)


@with_and_without_scripts
def test_a_record_taken_along_is_known_when_it_comes_back(veteran: Page, tmp_path: Path) -> None:
    with veteran.expect_download() as one:
        veteran.get_by_role("link", name="Download", exact=False).first.click()
    with veteran.expect_download() as all_mine:
        veteran.get_by_role("link", name="Download all games").click()
    record, records = one.value.path().read_text(), all_mine.value.path().read_text()
    assert record == records

    shorter = json.loads(record)
    shorter["actions"] = shorter["actions"][:5]
    del shorter["result"]
    file = tmp_path / "games.jsonl"
    file.write_text(record + json.dumps(shorter))
    veteran.get_by_role("link", name="Import").click()
    veteran.get_by_label("File").set_input_files(file)
    veteran.get_by_role("button", name="Import").click()

    expect(veteran.get_by_text("already here")).to_have_count(1)
    expect(veteran.locator(".brought li", has_text="new")).to_have_count(1)
    veteran.get_by_role("link", name="Games", exact=True).click()
    expect(veteran.locator(".history__game")).to_have_count(2)


@with_and_without_scripts
def test_numbers_and_opponents_are_a_click_away(veteran: Page) -> None:
    veteran.get_by_role("link", name="Statistics").click()
    expect(veteran.locator("figcaption", has_text="Wins by edition")).to_be_visible()
    veteran.get_by_role("link", name="Opponents").click()
    expect(veteran.locator(".rivals tbody tr")).to_have_count(2)
    veteran.locator(".rivals a").first.click()
    expect(veteran.locator(".history__game")).to_have_count(1)
