"""The end of a game: told step by step to who sees it happen, at once to everybody else."""

from random import Random

from playwright.sync_api import expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, deal, gather, play
from tests.support.http_players import Correspondent, play_to_the_end, play_until_waiting
from tests.support.server import Server
from tests.support.timers import stretch_timers

HEIGHT = "document.getElementById('scores').getBoundingClientRect().height"


def sees_it_told(who: Person, *, slowly: bool = False) -> Person:
    """Somebody whose device does not ask for calm."""
    who.page.emulate_media(reduced_motion="no-preference")
    if slowly:
        stretch_timers(who.context, "step")
    return who


def expect_the_plain_end(who: Person) -> None:
    expect(who.page.locator("#scores")).to_be_visible()
    expect(who.page.locator("#scores.is-revealing")).to_have_count(0)
    expect(who.page.locator("#ending")).to_contain_text("The game is over.")
    expect(who.page.locator("#ending")).to_be_visible()
    expect(who.page.locator("[data-skip]")).to_be_hidden()


def test_the_end_is_told_and_can_be_skipped(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    anna, bert, cleo = people
    for who in (anna, bert):
        sees_it_told(who, slowly=True)
    deal(people)
    play(people, Random(9), boldness=0)

    for who, key in ((anna, "Escape"), (bert, "Enter")):
        expect(who.page.locator("#scores.is-revealing")).to_be_visible()
        expect(who.page.locator("#ending")).to_be_hidden()
        expect(who.page.locator("[data-skip]")).to_be_focused()
        while_told = who.page.evaluate(HEIGHT)
        who.page.keyboard.press(key)

        expect_the_plain_end(who)
        assert who.page.evaluate(HEIGHT) == while_told
        assert_who_listens_hears_it_once(who)
    expect_the_plain_end(cleo)
    assert_who_listens_hears_it_once(cleo)


def assert_who_listens_hears_it_once(who: Person) -> None:
    said = who.page.locator("#news").inner_text()
    assert said.endswith(who.page.locator("#ending").inner_text())
    assert said.count("The game is over.") == 1


def test_the_end_is_told_to_its_end_and_only_once(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    anna = sees_it_told(people[0])
    stretch_timers(anna.context, "step", times=0.1)  # told to its end, but quickly
    play_to_the_end(people, deal(people), Random(9))

    expect(anna.page.locator("#scores.is-revealed")).to_be_visible()
    expect_the_plain_end(anna)
    anna.page.reload()
    expect_the_plain_end(anna)


def test_the_wins_in_the_room_are_shown_after_the_end_is_told(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    anna, *others = people
    link = deal(people)
    play_to_the_end(people, link, Random(9))
    sees_it_told(anna, slowly=True)
    anna.page.reload()
    anna.page.get_by_role("button", name="Propose a rematch").click()
    for who in others:
        Correspondent.device_of(who, link).send("ready/", {"ready": "yes"})
    for who in people:
        who.sees(0)

    play_to_the_end(people, link, Random(9))

    series = anna.page.locator(".series")
    expect(anna.page.locator("#scores.is-revealing")).to_be_visible()
    expect(series).to_be_hidden()
    anna.page.keyboard.press("Escape")
    expect(series).to_contain_text("Wins in this room")
    expect(series).to_be_visible()


def test_who_talks_while_the_game_ends_keeps_the_box(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anna", "Bert", "Cleo")]
    watcher = sees_it_told(person(server.url, "Wanda"), slowly=True)
    link = gather(people)
    watcher.watch(link)
    people[0].start()
    for who in (*people, watcher):
        who.sees(0)
    watcher.page.locator("#text").focus()

    play_to_the_end(people, link, Random(9))

    expect(watcher.page.locator("#scores.is-revealing")).to_be_visible()
    expect(watcher.page.locator("#text")).to_be_focused()
    watcher.page.keyboard.press("Escape")
    expect_the_plain_end(watcher)


def test_the_charts_have_their_tables(server: Server, person: Invite) -> None:
    who = person(server.url, "Anna")
    link = who.open_room_by_form()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(who.page.locator(".chair bdi")).to_have_count(3)
    who.start()
    play_until_waiting([*others, Correspondent.device_of(who, link)], Random(9), 0)

    anna = who.page
    expect(anna.locator("#charts [role=img]")).to_have_count(3)
    for chart in anna.locator("#charts .chart").all():
        chart.get_by_text("As a table").click()
        expect(chart.locator("table")).to_be_visible()
