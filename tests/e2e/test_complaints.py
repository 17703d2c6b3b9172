"""What counts as a complaint of a page: never what its leaving has broken off."""

from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.server import Server

REFUSED = "Failed to load resource: net::ERR_CONNECTION_REFUSED"


def complain(who: Person, words: str) -> None:
    """Let the page complain, once it is known to be there."""
    while who.heard[-1].is_being_left:
        who.page.wait_for_timeout(10)
    with who.page.expect_console_message():
        who.page.evaluate("words => console.error(words)", words)


def test_a_request_broken_off_by_leaving_the_page_is_no_complaint(
    server: Server, person: Invite
) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    complain(anna, "htmx:sendAbort")
    assert anna.complaints() == ["htmx:sendAbort"]

    anna.page.goto(f"{server.url}/rules/")
    assert anna.complaints() == []

    complain(anna, "net::ERR_ABORTED")
    assert anna.complaints() == ["net::ERR_ABORTED"]
    anna.page.close()
    assert anna.complaints() == []


def test_a_server_that_is_gone_stays_a_complaint(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    complain(anna, REFUSED)
    anna.page.goto(f"{server.url}/rules/")

    assert anna.complaints() == [REFUSED]
    anna.expect_complaint("CONNECTION_REFUSED")
