"""The lobby: how people find the room, and what its host can do."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import PHONE, Person, deal, gather, member_action, play
from tests.support.http_players import play_to_the_end
from tests.support.server import Server

NO_ROOM = "We can’t find that room. Check the link, or ask for a new one."


def assert_is_told_there_is_no_room(who: Person, link: str) -> None:
    who.expect_complaint("404")
    who.page.goto(link)
    expect(who.page.get_by_text(NO_ROOM)).to_be_visible()


def test_a_name_half_written_survives_when_others_sit_down(server: Server, person: Invite) -> None:
    host, quick, slow = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    link = host.open_room()
    slow.page.goto(link)
    slow.page.fill("#name", "")
    slow.page.locator("#name").press_sequentially("Clementi")
    slow.page.evaluate("document.getElementById('name').setSelectionRange(2, 4)")

    quick.sit_down(link)

    expect(slow.page.locator(".chair bdi")).to_have_text(["Anna", "Bert"])
    box = slow.page.locator("#name")
    expect(box).to_have_value("Clementi")
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [2, 4]


def test_the_invitation_shows_the_link_and_its_qr_code(server: Server, person: Invite) -> None:
    host, guest = person(server.url, "Anna"), person(server.url, "Bert")
    link = host.open_room()

    assert host.page.locator("#link").input_value() == link
    host.page.wait_for_function("() => document.querySelector('img.qr').complete")
    assert host.page.locator("img.qr").evaluate("image => image.naturalWidth") > 0
    guest.sit_down(link)

    expect(host.page.locator(".chair bdi")).to_have_text(["Anna", "Bert"])


def test_the_code_on_the_home_page_leads_to_the_room(server: Server, person: Invite) -> None:
    host, guest = person(server.url, "Anna"), person(server.url, "Bert")
    link = host.open_room()
    code = host.page.locator(".code").inner_text()

    guest.page.goto(server.url)
    guest.page.fill("#code", f"{code[:3].lower()}")
    guest.expect_complaint("404")
    guest.page.get_by_role("button", name="Find the room").click()
    expect(guest.page.get_by_role("alert")).to_have_text("We can’t find that room. Check the code.")
    expect(guest.page.locator("#code")).to_have_value(code[:3].lower())
    guest.page.fill("#code", f"{code[:3].lower()} {code[3:].lower()}")
    guest.page.get_by_role("button", name="Find the room").click()

    guest.page.wait_for_url(link)
    expect(guest.page.locator(".chair bdi")).to_have_text(["Anna"])


def test_a_locked_room_is_closed_to_newcomers_until_it_is_unlocked(
    server: Server, person: Invite
) -> None:
    host, member, stranger = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    link = gather([host, member])

    host.page.get_by_role("button", name="Lock the room", exact=True).click()
    unlock = host.page.get_by_role("button", name="Unlock the room")
    expect(unlock).to_be_visible()
    assert_is_told_there_is_no_room(stranger, link)
    member.page.reload()
    expect(member.chair()).to_contain_text("you")

    unlock.click()
    expect(unlock).not_to_be_visible()
    stranger.sit_down(link)


def test_who_is_removed_is_told_so_and_stays_out(server: Server, person: Invite) -> None:
    host, guest = person(server.url, "Anna"), person(server.url, "Bert")
    link = gather([host, guest])

    host.expect_complaint("dialog: Remove Bert from this room")
    member_action(host, "Bert", "Remove")

    expect(guest.page.get_by_text("You’re no longer in this room")).to_be_visible()
    expect(host.page.locator(".chair bdi")).to_have_text(["Anna"])
    assert_is_told_there_is_no_room(guest, link)


def test_the_host_can_hand_the_role_over(server: Server, person: Invite) -> None:
    host, guest, third = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    gather([host, guest, third])

    host.expect_complaint("dialog: Make Bert the host")
    member_action(host, "Bert", "Make host")

    expect(guest.page.get_by_role("button", name="Start the game")).to_be_enabled()
    expect(guest.page.locator("form.options")).to_be_visible()
    expect(host.page.get_by_role("button", name="Start the game")).not_to_be_attached()
    expect(third.chair("Bert")).to_contain_text("host")


def test_the_host_s_role_passes_on_when_the_host_leaves(server: Server, person: Invite) -> None:
    host, guest, third = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    gather([host, guest, third])

    host.page.get_by_role("button", name="Leave the room").click()

    host.page.wait_for_url(f"{server.url}/")
    expect(guest.chair()).to_contain_text("host")
    expect(guest.page.get_by_role("button", name="Start the game")).to_be_disabled()
    expect(third.page.locator(".chair bdi")).to_have_text(["Bert", "Cleo"])


def test_a_full_room_says_so_and_can_be_watched(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    late = person(server.url, "Dora")
    link = people[0].open_room()
    people[0].choose(seats="3")
    late.page.goto(link)
    expect(late.page.get_by_role("button", name="Take a seat")).to_be_visible()

    for who in people[1:]:
        who.sit_down(link)

    expect(late.page.get_by_text("Every seat is taken. You can watch.")).to_be_visible()
    late.watch(link)
    expect(people[0].page.locator(".watchers")).to_contain_text("Dora")


def test_who_comes_a_moment_too_late_is_told_that_every_chair_is_taken(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    late = person(server.url, "Dora", plain=True)
    link = people[0].open_room()
    people[0].choose(seats="3")
    late.page.goto(link)
    late.page.fill("#name", "Dora")
    # A page without scripts loads itself again; this one still shows a free chair when they press.
    late.page.route(link, lambda route: route.abort("aborted"))
    for who in people[1:]:
        who.sit_down(link)

    late.expect_complaint("409|ERR_ABORTED")
    late.page.get_by_role("button", name="Take a seat").click()

    expect(late.page.get_by_text("Every seat is taken. You can watch.")).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [PHONE, {"width": 1440, "height": 780}, {"width": 1280, "height": 640}],
    ids=["phone", "desk", "short"],
)
def test_playing_now_and_starting_are_in_sight(
    server: Server, person: Invite, size: dict[str, int]
) -> None:
    host = person(server.url, "Anna")
    host.page.set_viewport_size(size)
    host.page.goto(server.url)
    expect(host.page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    expect(host.page.locator("select[name=edition]")).not_to_be_visible()
    host.open_room()
    host.choose(edition="allplay-2025", advanced=["gambling", "yacht-club"])

    start = host.page.get_by_role("button", name="Start the game")
    expect(start).to_be_in_viewport(ratio=1)
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description(re.compile("2 more players are needed"))
    expect(host.page.get_by_text("2 more players are needed")).to_be_in_viewport(ratio=1)
    for chair in (1, 2):
        host.page.get_by_role("button", name="Add a bot").first.click()
        expect(host.page.locator(".chair bdi")).to_have_count(chair + 1)
    expect(start).to_be_enabled()
    expect(start).to_be_in_viewport(ratio=1)


def test_a_rematch_seats_the_same_people_in_the_same_room(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    link = deal(people)
    play_to_the_end(people, link, Random(9))
    for who in people:
        expect(who.page.locator("#scores")).to_be_visible()

    anna, bert, cleo = people
    anna.page.get_by_role("button", name="Propose a rematch").click()
    bert.page.get_by_role("button", name="I’m ready", exact=True).click()
    expect(anna.page.locator("#hosting")).to_contain_text("Waiting for Cleo.")
    expect(bert.page.locator("#scores")).to_be_visible()
    cleo.page.get_by_role("button", name="I’m ready", exact=True).click()

    for who in people:
        who.sees(0)
        expect(who.page.locator("#scores")).not_to_be_attached()
        for seat, name in enumerate(("Anna", "Bert", "Cleo")):
            shown = "You" if who.name == name else name
            expect(who.page.locator(f"#place-{seat} .seat__who")).to_have_text(shown)
        assert len(who.hand()) == 11
        assert who.page.url == link
    play(people, Random(9), most=3)


def test_a_game_can_be_broken_off_and_another_dealt(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    deal(people)
    play(people, Random(3), boldness=1, most=2)

    people[0].expect_complaint("dialog: End this game without a result")
    people[0].page.get_by_role("button", name="The room", exact=True).click()
    people[0].page.get_by_role("button", name="Break the game off").click()

    for who in people:  # all of them first: such a notice stays for some seconds only
        expect(who.page.get_by_role("status").get_by_text("It has no result.")).to_be_visible()
    for who in people:
        expect(who.page.locator("#play")).not_to_be_attached()
        expect(who.page.locator(".invite")).to_be_visible()
    people[0].start()
    for who in people:
        who.sees(0)
