"""What a page says while its connection is gone: the truth, and beside everything else."""

from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import LOST, deal
from tests.support.cable import Cable
from tests.support.server import Server

OVER_NOTHING = """() => {
    const notice = document.getElementById("connection").getBoundingClientRect();
    const covered = [...document.querySelectorAll(".bar, .banner, .seats, .stage, .own, .dock")]
        .filter(part => part.getBoundingClientRect().top < notice.bottom - 1)
        .filter(part => part.getBoundingClientRect().bottom > notice.top + 1);
    return covered.map(part => part.className);
}"""
DOWN = "document.documentElement.scrollHeight - innerHeight"


def test_a_page_without_a_connection_promises_nothing_and_covers_nothing(
    server: Server, cable: Cable, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert")]
    cleo = person(cable.url, "Cleo", phone=True)
    cleo.expect_complaint(LOST)
    cleo.page.clock.install()
    deal([*people, cleo])
    cleo.page.clock.pause_at(cleo.page.evaluate("Date.now()") / 1_000 + 60)
    notice = cleo.page.locator("#connection")

    cable.cut()
    while notice.is_hidden():  # until the page has noticed
        cleo.page.clock.run_for(500)
    expect(notice).to_have_text("Reconnecting …")
    cleo.page.clock.run_for(12_000)
    expect(notice).to_have_text("No connection. Trying again every 5 seconds.")
    assert cleo.page.evaluate(OVER_NOTHING) == []
    assert cleo.page.evaluate(DOWN) <= 0

    cleo.page.locator("#hand input").first.check()
    cleo.page.clock.run_for(1_000)
    expect(notice).to_contain_text("not updated while you choose cards")
    cable.mend()
