"""Those who look after the house: from a player's report to the door that closes."""

from random import Random
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.support.browser_people import deal, play

MAKE = """
from django.contrib.auth.models import Group
from games.models import User
user = User.objects.create_user("{name}", password="a fine evening", is_staff=True)
user.groups.add(Group.objects.get(name="Moderator"))
"""


@pytest.fixture
def moderator(server, person):
    name = f"duchess-{uuid4().hex[:8]}"
    server.manage("shell", "-c", MAKE.format(name=name))
    who = person(server.url, name)
    who.page.goto(f"{server.url}/admin/")
    who.page.fill("#id_username", name)
    who.page.fill("#id_password", "a fine evening")
    who.page.get_by_role("button", name="Log in").click()
    expect(who.page.get_by_role("link", name="Statistics")).to_be_visible()
    return who


def test_from_a_report_to_the_door_that_closes(server, person, moderator):
    ann, bob, cid = (person(server.url, name) for name in ("Ann", "Bob", "Cid"))
    deal([ann, bob, cid])
    play([ann, bob, cid], Random(7), most=5)

    bob.page.get_by_role("button", name="The room").click()
    chair = bob.chair("Cid")
    chair.locator("summary").click()
    chair.get_by_role("link", name="Report").click()
    bob.page.select_option("#number", "3")
    bob.page.fill("#reason", "Cid calls me names")
    bob.page.get_by_role("button", name="Send report").click()
    expect(bob.page.get_by_text("Reported. Thank you.")).to_be_visible()

    page = moderator.page
    page.get_by_role("link", name="Reports", exact=True).first.click()
    row = page.locator("#result_list tr", has_text="Cid calls me names")
    row.get_by_role("link").first.click()
    page.get_by_role("button", name="Take this report").click()
    expect(page.get_by_text("Done and logged.")).to_be_visible()
    game = page.locator(".facts tr", has_text="Game").get_by_role("link").first
    game.click()
    expect(page.get_by_role("heading", name="After action 3 of 5")).to_be_visible()
    expect(page.locator(".verdict--good")).to_have_count(3)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_role("heading", name="After action 2 of 5")).to_be_visible()
    expect(page.get_by_text("Stored row")).to_have_count(0)

    page.locator(".facts").get_by_role("link", name="Cid").click()
    form = page.locator("form.moderation-action", has_text="Ban from all rooms")
    form.get_by_label("Until the end of").fill("2099-01-01")
    form.get_by_label("Reason").fill("Rude talk, reported by Bob")
    form.get_by_role("button").click()
    expect(page.get_by_text("Done and logged.")).to_be_visible()
    goodbye = cid.page.get_by_role("heading", name="You’re suspended")
    expect(goodbye).to_be_visible()
    cid.expect_complaint("403")
    cid.page.reload()
    expect(cid.page.get_by_text("You’re suspended until")).to_be_visible()


def test_games_are_found_verified_and_stepped_through(server, person, moderator):
    people = [person(server.url, name) for name in ("Dora", "Ottokar", "Fay")]
    deal(people)
    play(people, Random(8), most=4)
    people[0].page.get_by_role("button", name="The room").click()
    people[0].expect_complaint("dialog: End this game")
    people[0].page.get_by_role("button", name="Break the game off").click()
    expect(people[0].page.get_by_role("button", name="Start the game")).to_be_visible()

    page = moderator.page
    page.goto(f"{server.url}/admin/games/game/")
    page.fill("#searchbar", "Ottokar")
    page.keyboard.press("Enter")
    page.locator("#result_list .field-code a").click()
    page.get_by_role("link", name="First").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="After action 1 of 4")).to_be_visible()
    page.get_by_text("legal actions here").first.click()
    expect(page.locator(".alternatives li").first).to_be_visible()

    page.goto(f"{server.url}/admin/games/game/?q=Ottokar")
    page.locator("#result_list .action-select").check()
    page.select_option("select[name=action]", "verify")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_text("All 1 games passed the check.")).to_be_visible()
