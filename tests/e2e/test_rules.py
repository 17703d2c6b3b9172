"""The rules as they are read: the header stays, and no heading lies under it."""

from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.server import Server


def test_the_header_stays_and_covers_no_heading(server: Server, person: Invite) -> None:
    page = person(server.url, "Anna", phone=True).page
    page.goto(f"{server.url}/rules/")

    page.get_by_role("link", name="Scoring", exact=True).click()

    expect(page.get_by_role("link", name="Log in")).to_be_in_viewport(ratio=1)
    heading = page.get_by_role("heading", name="Scoring", exact=True)
    expect(heading).to_be_in_viewport(ratio=1)
    bar, words = page.locator(".bar").bounding_box(), heading.bounding_box()
    assert bar is not None
    assert words is not None
    assert words["y"] >= bar["y"] + bar["height"]
