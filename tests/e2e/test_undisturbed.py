"""Another player's move never touches what somebody is doing."""

from playwright.sync_api import expect

from tests.e2e.conftest import Invite
from tests.e2e.people import Person, deal, whose_turn
from tests.e2e.server import Server

SCROLLED = 60
LOW = {"width": 390, "height": 480}


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


def assert_as_prepared(who: Person, cards: set[str], focused: str) -> None:
    ticked = who.page.locator("#hand input:checked").evaluate_all(
        "boxes => boxes.map(b => b.value)"
    )
    assert set(ticked) == cards
    assert who.page.evaluate("document.activeElement.value") == focused
    assert who.page.evaluate("window.scrollY") == SCROLLED


def test_ticked_cards_focus_and_scroll_survive_the_others_bids(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name, phone=True) for name in ("Anna", "Bert", "Cleo", "Dora")]
    deal(people)
    who = next(each for each in people if not each.is_to_act())
    others_bid(people, who)
    who.bid()
    for each in people:
        each.sees(whose_turn(people).version())

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
