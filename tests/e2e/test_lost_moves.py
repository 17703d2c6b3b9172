"""A move on a bad line or from an old tab counts once or not at all, and its player is told."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import LOST, Person, deal, whose_turn
from tests.support.cable import Cable
from tests.support.server import Server

MOVED_ON = "The table has changed, so your move wasn’t played. Look again."
NAMES = ("Anna", "Bert", "Cleo")


def until_turn_of(who: Person, people: list[Person]) -> int:
    """The others bid until it is the turn of `who`; the version then."""
    while (bidder := whose_turn(people)) is not who:
        version = bidder.version()
        bidder.bid()
        for each in people:
            each.sees(version + 1)
    return who.version()


@pytest.fixture
def people(server: Server, cable: Cable, person: Invite) -> list[Person]:
    """Three at a table; the last one is at the far end of the cable, and to move."""
    people = [*(person(server.url, name) for name in NAMES[:2]), person(cable.url, NAMES[2])]
    deal(people)
    until_turn_of(people[2], people)
    return people


def assert_was_told_and_can_bid_again(who: Person, people: list[Person], version: int) -> None:
    """The page is back, nothing was played in the meantime, and now the bid counts."""
    people[0].say("Are you there?")
    who.hears("Are you there?")
    assert [each.version() for each in people] == [version] * len(people)
    who.bid()
    for each in people:
        each.sees(version + 1)


def test_a_move_on_a_cut_line_is_not_silently_lost(people: list[Person], cable: Cable) -> None:
    cleo = people[2]
    version = cleo.version()
    cleo.expect_complaint(LOST)
    cable.cut()

    cleo.bid()
    expect(cleo.alert()).not_to_be_empty()
    cable.mend()

    assert_was_told_and_can_bid_again(cleo, people, version)


def test_a_move_made_offline_is_not_silently_lost(people: list[Person]) -> None:
    cleo = people[2]
    version = cleo.version()
    cleo.expect_complaint(LOST)
    cleo.context.set_offline(True)

    cleo.bid()
    expect(cleo.alert()).not_to_be_empty()
    cleo.context.set_offline(False)

    assert_was_told_and_can_bid_again(cleo, people, version)


def test_a_move_on_a_stalled_line_counts_once_however_often_it_is_sent(
    people: list[Person], cable: Cable
) -> None:
    cleo = people[2]
    version = cleo.version()
    cable.stall()

    cleo.bid()
    cleo.page.click("[data-bid]", force=True)
    cable.mend()

    assert_is_everywhere(people, version + 1)


def assert_is_everywhere(people: list[Person], version: int) -> None:
    """Everybody sees this version, and after the next word still does."""
    for who in people:
        who.sees(version)
    people[0].say("Whose turn is it?")
    for who in people:
        who.hears("Whose turn is it?")
        assert who.version() == version


def test_a_move_whose_answer_is_lost_is_not_made_twice(people: list[Person], cable: Cable) -> None:
    anna, bert, cleo = people
    version = cleo.version()
    cleo.expect_complaint(LOST)
    cable.keep_answers_back()

    cleo.bid()
    for who in (anna, bert):
        who.sees(version + 1)
    cleo.page.click("[data-bid]", force=True)
    cable.cut()
    cable.mend()

    assert_is_everywhere(people, version + 1)


def test_an_old_tab_s_move_gets_the_sentence_and_changes_nothing(
    people: list[Person], cable: Cable
) -> None:
    anna, _, cleo = people
    version = cleo.version()
    cable.keep_answers_back()
    old, cleo.page = cleo.page, cleo.new_tab()
    cleo.page.goto(anna.page.url)
    cleo.bid()
    anna.sees(version + 1)

    old.click("[data-smallest]")
    old.click("[data-bid]")
    cable.mend()

    expect(old.locator("#alert")).to_have_text(MOVED_ON)
    expect(old.locator("#version")).to_have_value(str(version + 1))
    assert_is_everywhere(people, version + 1)


def test_an_old_tab_without_scripts_gets_the_sentence_too(server: Server, person: Invite) -> None:
    plain = person(server.url, "Bert", plain=True)
    people = [person(server.url, "Anna"), plain, person(server.url, "Cleo")]
    deal(people)
    version = until_turn_of(plain, people)
    plain.expect_complaint("409")
    old = plain.new_tab()
    old.goto(plain.page.url)

    plain.bid()
    people[0].sees(version + 1)
    old.click("#controls [value=pass]")

    expect(old.get_by_text(MOVED_ON)).to_be_visible()
    for who in people:
        who.sees(version + 1)
