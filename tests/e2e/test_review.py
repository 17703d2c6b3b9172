"""A finished game is looked at again: asked for, watched while it is made, and read."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from script.tools.scenes.looking import scenes
from tests.support.browser import Invite, watched
from tests.support.browser_people import LOST, Person
from tests.support.server import Server

LONG = 180_000


@pytest.fixture(scope="module")
def thoughtful_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It thinks long enough for its progress to be seen."""
    with Server(tmp_path_factory.mktemp("thoughtful"), REVIEW_LOTS="200000") as server:
        yield server


@pytest.fixture
def site(thoughtful_server: Server) -> Iterator[Server]:
    yield from watched(thoughtful_server)


def who_has_played(site: Server, who: Person) -> str:
    """Let somebody be a player of a finished game; the address of its review."""
    over = next(scene for scene in scenes(site, "3", "over") if scene.name == "over")
    cookie = {"name": "sessionid", "value": over.session, "url": site.url}
    who.context.add_cookies([cookie])
    return f"{site.url}/g/{site.game_at(over.path)['code']}/review/"


def test_a_review_is_asked_for_watched_and_read(site: Server, person: Invite) -> None:
    anna = person(site.url, "Anna")
    anna.page.goto(who_has_played(site, anna))
    anna.page.get_by_role("button", name="Analyse this game").click()

    bar = anna.page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", re.compile(r"^[1-9]"), timeout=LONG)
    first = int(bar.get_attribute("value") or 0)
    anna.page.wait_for_function(
        "first => !document.getElementById('review-bar')"
        " || document.getElementById('review-bar').value > first",
        arg=first,
        timeout=LONG,
    )

    title = anna.page.get_by_role("heading", name="Your most important decisions")
    expect(title).to_be_visible(timeout=LONG)
    chart = anna.page.get_by_role("img", name="Chance to win")
    expect(chart).to_be_visible()
    anna.page.get_by_text("As a table").first.click()
    expect(anna.page.get_by_role("region", name="Chance to win")).to_be_visible()

    anna.page.get_by_role("link", name="Costliest first").click()
    expect(anna.page).to_have_url(re.compile(r"order=cost"))
    moment = anna.page.locator(".finding__see a, .turning__see a").first
    expect(moment).to_have_attribute("href", re.compile(r"^\.\./\?at=\d+&view=\d$"))


def test_without_scripts_the_page_comes_again_by_itself(site: Server, person: Invite) -> None:
    plain = person(site.url, "Paula", plain=True)
    plain.page.goto(who_has_played(site, plain))
    plain.page.get_by_role("button", name="Analyse this game").click()

    expect(plain.page.get_by_role("progressbar")).to_be_visible()
    title = plain.page.get_by_role("heading", name="Your most important decisions")
    expect(title).to_be_visible(timeout=LONG)
    expect(plain.page.locator(".finding").first).to_be_visible()
    plain.page.get_by_role("link", name="Everyone").click()
    plain.page.locator("summary.chapter__title").first.click()
    expect(plain.page.locator(".chapter .finding").first).to_be_visible()


def test_a_review_goes_on_after_a_power_cut(site: Server, person: Invite) -> None:
    anna = person(site.url, "Anna")
    anna.expect_complaint(LOST)
    address = who_has_played(site, anna)
    anna.page.goto(address)
    anna.page.get_by_role("button", name="Analyse this game").click()
    bar = anna.page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", re.compile(r"^[1-9]"), timeout=LONG)

    site.kill()
    site.start()

    title = anna.page.get_by_role("heading", name="Your most important decisions")
    expect(title).to_be_visible(timeout=LONG)
    (review,) = site.ask("SELECT * FROM games_review WHERE done = total ORDER BY id DESC LIMIT 1")
    assert review["state"] == "done"
