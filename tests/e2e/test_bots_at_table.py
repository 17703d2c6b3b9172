"""Bots at the table: at once for who comes alone, and for those who have gone."""

import re
from random import Random

from playwright.sync_api import Locator, expect

from tests.support.browser import Invite
from tests.support.browser_people import DESK, PHONE, Person, deal, gather
from tests.support.server import Server

SCREENS = (DESK, PHONE, {"width": 844, "height": 390}, {"width": 820, "height": 1180})
# The site has run all that time: only then is it an absence.
LONG_AWAY = """
from datetime import timedelta
from django.utils import timezone
from games.models import ClockBeat, Member
then = timezone.now() - timedelta(minutes=9)
ClockBeat.objects.update(steady_since=then - timedelta(minutes=1))
Member.objects.filter(player__name="{name}").update(seen_at=then)
"""


def overlap(one: Locator, other: Locator) -> bool:
    """Whether the boxes of two elements share a place."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def play_alone(who: Person, chance: Random) -> None:
    """Act whenever asked, until the game is over."""
    while not who.sees_the_end():
        who.page.wait_for_selector("#controls.controls--awake, #scores")
        if who.is_to_act():
            act_once(who, chance)


def act_once(who: Person, chance: Random) -> None:
    """Act, and come back once it is seen."""
    version = who.version()
    who.act(chance)
    who.page.wait_for_function(
        "version => document.getElementById('version')?.value !== version", arg=str(version)
    )


def test_one_click_is_enough_to_play_a_whole_game_against_bots(
    server: Server, person: Invite
) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    anna.page.fill("#play-name", "Anna")
    anna.page.locator(".door__more summary").click()
    anna.page.select_option("[name=edition]", "classic")
    anna.page.select_option("[name=level]", "novice")
    anna.page.get_by_role("button", name="Play now").click()

    anna.page.wait_for_selector("#hand .coin")
    play_alone(anna, Random(4))

    expect(anna.page.locator("#scores")).to_contain_text(re.compile("wins?|share|nobody"))
    expect(anna.page.locator("#scores .named")).to_contain_text(["You"])
    anna.page.goto(server.url)
    expect(anna.page.locator("[name=edition]").first).to_have_value("classic")


def test_the_host_fills_chairs_with_bots(server: Server, person: Invite) -> None:
    anna, bert = (person(server.url, name) for name in ("Anna", "Bert"))
    gather([anna, bert])
    for _ in range(2):
        count = anna.page.locator(".chair bdi").count()
        anna.page.get_by_role("button", name="Add a bot").first.click()
        expect(anna.page.locator(".chair bdi")).to_have_count(count + 1)
    anna.start()

    bert.page.wait_for_selector("#hand .coin")
    expect(bert.page.locator(".seat__robot")).to_have_count(2)


def test_a_bot_sits_in_for_somebody_who_is_gone_until_they_are_back(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Adele", "Bruno", "Clara")]
    link = deal(people)
    gone = next(who for who in people if who.is_to_act())
    stays = next(who for who in people if who is not gone)
    gone.page.close()

    server.manage("shell", "--verbosity", "0", "-c", LONG_AWAY.format(name=gone.name))

    tag = stays.page.locator(".seat__away", has_text="a bot plays")
    expect(tag).to_be_visible()
    stays.page.wait_for_function("() => Number(document.getElementById('version').value) > 0")

    gone.page = gone.new_tab()
    gone.visit(link)
    expect(tag).to_have_count(0)
    expect(gone.page.locator(".seat__away")).to_have_count(0)
    report = gone.page.locator("#bot-report .toast")
    expect(report).to_contain_text("While you were away, a bot played for you")
    for size in SCREENS:
        gone.page.set_viewport_size(size)
        assert not overlap(report, gone.page.locator(".banner")), "it hides turn and clock"


def test_a_turn_has_a_time_that_can_be_seen_and_stretched(server: Server, person: Invite) -> None:
    people = [person(server.url, name) for name in ("Anton", "Berta", "Carlo")]
    deal(people, clock="120")
    mine = next(who for who in people if who.is_to_act())
    others = next(who for who in people if who is not mine)

    for who in (mine, others):
        expect(who.page.locator("#clock")).to_have_text(re.compile(r"^(1:\d\d|2:00)$"))
    expect(others.page.get_by_role("button", name="More time")).to_have_count(0)
    mine.page.get_by_role("button", name="More time").click()

    for who in (mine, others):
        expect(who.page.locator("#clock")).to_have_text(
            re.compile(r"^(2:0[1-9]|2:[1-5]\d|3:\d\d|4:00)$")
        )


def test_the_host_lets_a_bot_play_for_who_is_away_and_the_log_tells_it(
    server: Server, person: Invite
) -> None:
    people = [person(server.url, name) for name in ("Agnes", "Boris", "Celia")]
    host, gone = people[0], people[2]
    deal(people, grace="0")
    gone.page.close()
    server.manage("shell", "--verbosity", "0", "-c", LONG_AWAY.format(name=gone.name))

    host.page.get_by_role("button", name="The room", exact=True).click()
    away = host.page.locator(".absent__seat", has_text="Celia")
    expect(away).to_contain_text("the table waits")
    away.get_by_role("button", name="Let a bot play").click()

    expect(away).to_contain_text("a bot plays")
    expect(away.get_by_role("button", name="Wait")).to_be_visible()
    host.page.keyboard.press("Escape")
    chance = Random(5)
    while not host.page.get_by_text("A bot sits in for Celia.").count():
        for who in people[:2]:
            if who.is_to_act():
                act_once(who, chance)
        host.page.wait_for_timeout(50)
