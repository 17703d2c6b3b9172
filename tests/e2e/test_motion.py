"""Cards travel for those who like it, nothing waits for them, and nothing else moves by itself."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.http_players import Correspondent, move_on, play_until_waiting
from tests.support.layout_shifts import note_shifts, shifts_of, worst_push
from tests.support.server import Server

MOST_SHIFT = 0.02
SLOW = 0.0001
NOTE_ANIMATIONS = """
    window.moved = [];
    document.addEventListener("htmx:wsAfterMessage", () => {
        for (const { effect } of document.getAnimations())
            moved.push(...effect.getKeyframes().flatMap(Object.keys));
    });
"""
MOVEMENT = {"transform", "translate", "left", "top", "height", "width"}


def seated(invite: Invite, server: Server, *, phone: bool = False) -> tuple[Person, str]:
    """Somebody at a table with two others who have no page; their link."""
    anna = invite(server.url, "Anna", phone=phone)
    return anna, anna.open_room()


def others_for(anna: Person, link: str) -> list[Correspondent]:
    others = [Correspondent(anna.site, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()
    return others


def sell_a_lot(anna: Person, link: str, others: list[Correspondent]) -> None:
    """One lot is bid for and sold, by everybody's other devices."""
    everybody = [*others, Correspondent.device_of(anna, link)]
    lot = anna.page.locator("#stage").get_attribute("data-lot")
    move_on(everybody, Random(1), 1)
    while f'data-lot="{lot}"' in everybody[0].html:
        move_on(everybody, Random(1), 0)
    anna.sees(everybody[0].version)


def test_a_sale_is_seen_to_move(server: Server, person: Invite) -> None:
    anna, link = seated(person, server)
    anna.page.emulate_media(reduced_motion="no-preference")
    others = others_for(anna, link)
    anna.page.evaluate(NOTE_ANIMATIONS)

    sell_a_lot(anna, link, others)

    assert "transform" in anna.page.evaluate("moved")


def test_who_asks_for_calm_sees_no_movement(server: Server, person: Invite) -> None:
    anna, link = seated(person, server)
    others = others_for(anna, link)
    anna.page.evaluate(NOTE_ANIMATIONS)

    sell_a_lot(anna, link, others)

    moved = anna.page.evaluate("moved")
    assert "opacity" in moved
    assert not MOVEMENT & set(moved)


def test_controls_wait_for_no_animation(server: Server, person: Invite) -> None:
    anna, link = seated(person, server)
    anna.page.emulate_media(reduced_motion="no-preference")
    others = others_for(anna, link)
    slow_down(anna)

    sell_a_lot(anna, link, others)
    while not anna.is_to_act():
        move_on(others, Random(1), 1)
        anna.sees(others[0].version)
    assert running(anna)
    version = anna.version()
    anna.bid()
    anna.sees(version + 1)

    assert running(anna)


def slow_down(who: Person) -> None:
    """Animations last as long as the test."""
    tools = who.context.new_cdp_session(who.page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": SLOW})


def running(who: Person) -> bool:
    return bool(who.page.evaluate("document.getAnimations().length"))


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
def test_nothing_jumps_during_a_whole_game(server: Server, person: Invite, phone: bool) -> None:
    """Nobody touches this page: every shift of it counts, push by push, as people play slower."""
    anna, link = seated(person, server, phone=phone)
    others = others_for(anna, link)
    device = Correspondent.device_of(anna, link)
    anna.page.reload()
    note_shifts(anna.page)

    version, _ = play_until_waiting([*others, device], Random(6), 0.4)
    anna.sees(version)
    expect(anna.page.locator("#scores")).to_be_visible()

    shifts = shifts_of(anna.page)
    assert worst_push(shifts) <= MOST_SHIFT, shifts
