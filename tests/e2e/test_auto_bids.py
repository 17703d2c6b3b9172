"""Auto-bids: set, seen, taken back and carried out in one's own page and in no other."""

from playwright.sync_api import WebSocket, expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, gather
from tests.support.server import Server

LIMIT = "9"
MOVED_ON = "version => Number(document.getElementById('version').value) > version"
GIVEN = "Auto-bid on: up to"
SECRETS = (GIVEN, "Auto-pass on", "auto-bid--set", "Turn off")


def listen_to_frames(who: Person) -> list[str]:
    """Every frame that the page of `who` receives from now on."""
    frames: list[str] = []

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    who.page.on("websocket", note)
    return frames


def set_auto_bid(who: Person) -> None:
    """Set an auto-bid that raises up to the limit."""
    who.page.fill("#auto-bid [name=limit]", LIMIT)
    who.page.get_by_role("button", name="Set", exact=True).click()
    expect(who.page.locator(".auto-bid__note")).to_contain_text(GIVEN)


def test_an_auto_bid_is_its_givers_secret_until_it_is_carried_out(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    anna, bert, cleo = people
    wanda = person(server.url, "Wanda")
    frames = {who.name: listen_to_frames(who) for who in (*people, wanda)}
    wanda.watch(gather(people))
    anna.start()
    for who in (*people, wanda):
        who.sees(0)
    if anna.is_to_act():
        anna.bid()
        for who in (*people, wanda):
            who.sees(1)
    bert.say("Ready?")  # what was on its way has arrived when this is heard
    for who in (*people, wanda):
        who.hears("Ready?")
    before = {name: len(told) for name, told in frames.items()}

    set_auto_bid(anna)
    anna.page.get_by_role("button", name="Turn off").click()
    expect(anna.page.locator(".auto-bid__note")).to_have_count(0)
    set_auto_bid(anna)

    bert.say("Well?")
    for who in (bert, cleo, wanda):
        who.hears("Well?")
        assert len(frames[who.name]) == before[who.name] + 1, frames[who.name]
    assert GIVEN in "".join(frames["Anna"])

    raise_until_it_is_over(anna, [bert, cleo])
    for who in (bert, cleo, wanda):
        who.sees(anna.version())
        seen = "".join(frames[who.name]) + who.page.content()
        assert [secret for secret in SECRETS if secret in seen] == []


def raise_until_it_is_over(giver: Person, others: list[Person]) -> None:
    """The others bid until the auto-bid has raised and at last passed."""
    while giver.page.locator(".auto-bid__note").count():
        version = giver.version()
        for who in [each for each in others if each.is_to_act()][:1]:
            own = who.version()
            who.bid()  # else it is the giver's turn, and the auto-bid takes its time
            who.page.wait_for_function(MOVED_ON, arg=own)
        for who in (giver, *others):  # some may be further: the auto-bid waits for nobody
            who.page.wait_for_function(MOVED_ON, arg=version)
    log = giver.page.locator("#log")
    expect(log).to_contain_text("You bid")
    expect(log).to_contain_text("You pass")
