"""Another player's move never touches what somebody is doing."""

from random import Random

from playwright.sync_api import Browser, expect

from script.tools.scenes.looking import Visitor, scenes
from tests.support.browser import Invite
from tests.support.browser_people import LOST, Person, deal, whose_turn
from tests.support.cable import Cable
from tests.support.http_players import Correspondent, move_on
from tests.support.server import Server
from tests.support.timers import stretch_timers

SCROLLED = 30
LOW = {"width": 390, "height": 480}
LOW_DESK = {"width": 1024, "height": 400}
MOVES = 50
NOTE_DISTURBANCES = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame(); await frame();  // what was scrolled before is told by now
    const held = document.activeElement, seen = [];
    window.disturbed = () => [...seen, ...(document.activeElement === held ? [] : ["focus"])];
    held.addEventListener("blur", () => seen.push("blur"));
    document.addEventListener("change", () => seen.push("change"));
    window.addEventListener("scroll", () => seen.push("scroll"));
}"""


def others_bid(people: list[Person], who: Person) -> int:
    """Everybody but `who` raises until it is the turn of `who`; how often they did."""
    bids = 0
    while (bidder := whose_turn(people)) is not who:
        version = bidder.version()
        bidder.bid()
        for each in people:
            each.sees(version + 1)
        bids += 1
    return bids


def prepare(who: Person) -> tuple[set[str], str]:
    """Tick two cards, focus a third, scroll a little on a low screen; the ticked, the focused."""
    first, second, third, *_ = who.hand()
    who.page.set_viewport_size(LOW)
    for value in (first, second):
        who.page.check(f"#hand input[value='{value}']")
    who.page.focus(f"#hand input[value='{third}']")
    who.page.evaluate(f"window.scrollTo(0, {SCROLLED})")
    return {first, second}, third


def ticked(who: Person) -> set[str]:
    boxes = who.page.locator("#hand input:checked")
    return set(boxes.evaluate_all("boxes => boxes.map(box => box.value)"))


def assert_as_prepared(who: Person, cards: set[str], focused: str) -> None:
    assert ticked(who) == cards
    assert who.page.evaluate("document.activeElement.value") == focused
    assert who.page.evaluate("window.scrollY") == SCROLLED


def test_ticked_cards_focus_and_scroll_survive_the_others_bids(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name, phone=True) for name in ("Anna", "Bert", "Cleo", "Dora")]
    deal(people)
    who = next(each for each in people if not each.is_to_act())
    others_bid(people, who)
    version = who.version()
    who.bid()
    for each in people:
        each.sees(version + 1)

    prepared = prepare(who)
    assert others_bid(people, who) == 3

    assert_as_prepared(who, *prepared)
    expect(who.page.locator("[data-bid]")).to_be_enabled()


def test_a_bid_composed_early_can_be_made_when_the_turn_comes(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    deal(people)
    who = next(each for each in people if not each.is_to_act())

    for value in ("12000", "25000"):
        who.page.check(f"#hand input[value='{value}']")
    others_bid(people, who)
    version = who.version()
    who.page.click("[data-bid]")

    for each in people:
        each.sees(version + 1)
        expect(each.page.locator(".stage__highest b")).to_have_text("37")


def test_words_half_written_survive_moves_and_talk(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    deal(people)
    who = next(each for each in people if not each.is_to_act())
    friend = next(each for each in people if each is not who)

    who.page.locator("#text").press_sequentially("I would nev")
    who.page.evaluate("document.getElementById('text').setSelectionRange(2, 7)")
    others_bid(people, who)
    friend.say("Do hurry!")
    who.hears("Do hurry!")

    box = who.page.locator("#text")
    expect(box).to_have_value("I would nev")
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [2, 7]


def seated(server: Server, invite: Invite) -> tuple[Person, list[Correspondent], Correspondent]:
    """Somebody at a table of five: their page, the four others, and their own second device."""
    anna = invite(server.url, "Anna")
    link = anna.open_room()
    anna.choose(seats="5")
    names = ("Bert", "Cleo", "Dora", "Emil")
    others = [Correspondent(server.url, name).sit_down(link) for name in names]
    expect(anna.page.locator(".chair bdi")).to_have_count(5)
    anna.start()
    return anna, others, Correspondent.device_of(anna, link)


def fifty_moves(anna: Person, others: list[Correspondent], device: Correspondent) -> None:
    """The others bid; the second device passes, so that the page can be left as it is."""
    chance, foreign = Random(3), 0
    anna.page.evaluate(NOTE_DISTURBANCES)
    while foreign < MOVES:
        if move_on(others, chance, 0.9):
            foreign += 1
        else:
            assert move_on([device], chance, 0), "The game is over too early."
    anna.sees(others[0].version)


def test_fifty_moves_of_others_leave_a_bid_as_it_is(server: Server, person: Invite) -> None:
    anna, others, device = seated(server, person)
    prepared = prepare(anna)

    fifty_moves(anna, others, device)

    assert anna.page.evaluate("disturbed()") == []
    assert_as_prepared(anna, *prepared)


def test_fifty_moves_of_others_leave_words_as_they_are(server: Server, person: Invite) -> None:
    anna, others, device = seated(server, person)
    cards, _ = prepare(anna)
    anna.page.set_viewport_size(LOW_DESK)
    box = anna.page.locator("#text")
    box.press_sequentially("I would nev")
    box.evaluate("box => box.setSelectionRange(2, 7)")
    scrolled = anna.page.evaluate("window.scrollY")

    fifty_moves(anna, others, device)

    assert anna.page.evaluate("disturbed()") == []
    assert anna.page.evaluate("window.scrollY") == scrolled
    assert ticked(anna) == cards
    expect(box).to_have_value("I would nev")
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [2, 7]


def test_a_connection_that_comes_back_leaves_a_bid_and_words_as_they_are(
    server: Server, cable: Cable, person: Invite
) -> None:
    people = [*(person(server.url, name) for name in ("Anna", "Bert")), person(cable.url, "Cleo")]
    anna, bert, cleo = people
    cleo.expect_complaint(LOST)
    deal(people)
    others_bid(people, cleo)
    version = cleo.version()
    cleo.bid()
    for each in people:
        each.sees(version + 1)
    cards, _ = prepare(cleo)
    cleo.page.set_viewport_size(LOW_DESK)
    cleo.page.locator("#text").press_sequentially("I would nev")

    cable.cut()
    others_bid([anna, bert], bert)
    bert.say("Do hurry!")
    anna.hears("Do hurry!")
    cable.mend()

    cleo.sees(anna.version())
    cleo.hears("Do hurry!")
    expect(cleo.page.locator("#text")).to_have_value("I would nev")
    assert ticked(cleo) == cards
    told = anna.page.locator("#log li").last.inner_text()
    expect(cleo.page.locator("#log li").last).to_have_text(told.replace("You bid", "Anna bids"))


def test_a_pass_that_was_asked_about_is_not_asked_about_again_after_a_lost_connection(
    server: Server, cable: Cable, chromium: Browser
) -> None:
    reverse = next(scene for scene in scenes(server, "3", "reverse") if not scene.action)
    visitor = Visitor(chromium, server, "en", cable.url)
    stretch_timers(visitor.context, "show")
    visitor.go(reverse)
    page = visitor.page
    seen = page.locator("#seen").get_attribute("value")
    page.keyboard.press("p")
    expect(page.locator(".button--asking")).to_be_visible()

    cable.cut()
    Correspondent(server.url, "Dora").watch(reverse.path)
    cable.mend()
    expect(page.locator("#seen")).not_to_have_attribute("value", seen or "")

    expect(page.locator(".button--asking")).to_be_visible()
    visitor.context.close()
