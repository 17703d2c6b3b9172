"""What counts as a complaint of a page: never what its leaving has broken off."""

from tests.support.browser import Invite
from tests.support.server import Server

REFUSED = "Failed to load resource: net::ERR_CONNECTION_REFUSED"


def test_a_request_broken_off_by_leaving_the_page_is_no_complaint(
    server: Server, person: Invite
) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    anna.page.evaluate("console.error('htmx:sendAbort')")
    assert anna.complaints() == ["htmx:sendAbort"]

    anna.page.goto(f"{server.url}/rules/")
    assert anna.complaints() == []

    anna.page.evaluate("console.error('net::ERR_ABORTED')")
    anna.page.close()
    assert anna.complaints() == []


def test_a_server_that_is_gone_stays_a_complaint(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    anna.page.evaluate(f"console.error('{REFUSED}')")
    anna.page.goto(f"{server.url}/rules/")

    assert anna.complaints() == [REFUSED]
    anna.expect_complaint("CONNECTION_REFUSED")
