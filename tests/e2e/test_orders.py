"""Sealed orders: given, seen, taken back and carried out in one's own page and in no other."""

from random import Random

from playwright.sync_api import WebSocket, expect

from tests.e2e.conftest import Invite
from tests.e2e.letters import Correspondent, move_on
from tests.e2e.people import Person
from tests.e2e.server import Server

LIMIT = "23"
GIVEN = "Sealed: you raise up to"
SECRETS = (GIVEN, "Sealed: you will pass", "orders--sealed", "Take it back")


def listen_to_frames(who: Person) -> list[str]:
    """Every frame that the page of `who` receives from now on."""
    frames: list[str] = []

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    who.page.on("websocket", note)
    return frames


def seal(who: Person) -> None:
    """Order to raise up to the limit."""
    who.page.fill("#orders [name=limit]", LIMIT)
    who.page.get_by_role("button", name="then pass").click()
    expect(who.page.locator(".orders__note")).to_contain_text(GIVEN)


def test_an_order_is_its_givers_secret_until_it_is_carried_out(
    server: Server, person: Invite
) -> None:
    anna, bert, wanda = (person(server.url, name) for name in ("Anna", "Bert", "Wanda"))
    frames = {who.name: listen_to_frames(who) for who in (anna, bert, wanda)}
    link = anna.open_room()
    bert.sit_down(link)
    cleo = Correspondent(server.url, "Cleo").sit_down(link)
    wanda.watch(link)
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()
    company = [cleo, Correspondent.device_of(bert, link)]
    if anna.is_to_act():
        move_on([Correspondent.device_of(anna, link)], Random(1), 1)
    cleo.look()
    for who in (anna, bert, wanda):
        who.sees(cleo.version)
    before = {name: list(told) for name, told in frames.items()}

    seal(anna)
    anna.page.get_by_role("button", name="Take it back").click()
    expect(anna.page.locator(".orders__note")).to_have_count(0)
    seal(anna)

    bert.say("Well?")
    for who in (bert, wanda):
        who.hears("Well?")
        assert len(frames[who.name]) == len(before[who.name]) + 1, frames[who.name]
    assert GIVEN in "".join(frames["Anna"])

    while anna.page.locator(".orders__note").count():
        assert move_on(company, Random(2), 1)
        anna.sees(cleo.version)
    for who in (bert, wanda):
        who.sees(cleo.version)
    expect(anna.page.locator("#log")).to_contain_text("Anna passes")
    for who in (bert, wanda):
        seen = "".join(frames[who.name]) + who.page.content()
        assert [secret for secret in SECRETS if secret in seen] == []
