"""Reporting from the room: any line of the log, told as the table knows it and no further."""

import re
from html import unescape

import pytest

from games.engine.auto_bids import AutoBid
from games.models import LoggedAction, Report
from games.play import auto_bids
from games.rooms import chat, seating, starting
from tests.support.builders import (
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    bid,
    commit,
    play_on,
    unguarded,
)
from tests.support.secret_facts import hidden_cards, secrets_of
from tests.support.visitors import Visitor, url

pytestmark = pytest.mark.django_db


def form_of(player, room, query=""):
    return Visitor(player).client.get(f"{url('report', room)}{query}").content.decode()


def moments_in(page):
    """What can be chosen: number and sentence, and which is chosen already."""
    choices = re.findall(r'<option value="(\d+)"( selected)?>([^<]+)<', choice_in(page))
    return [(int(number), unescape(words), bool(chosen)) for number, chosen, words in choices]


def choice_in(page):
    return page.partition('<select id="number"')[2].partition("</select>")[0]


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_moment_tells_what_lies_face_down_or_an_auto_bid(seat):
    here = a_sealed_round()
    seating.watch(here.room.pk, eve := a_person("Eve"))
    here.do(commit(0, 15))
    other = a_game("luxury-7 luxury-1")
    other.do(bid(0, 3))
    auto_bids.set_auto_bid(other.game.pk, 2, AutoBid(lot=1, limit=33_000))
    seating.watch(other.room.pk, eve)

    for table in (here, other):
        page = form_of(eve if seat is None else table.people[seat], table.room)

        table.game.refresh_from_db()
        assert moments_in(page)
        assert not any(secret in page for secret in secrets_of(table.game))
        assert not hidden_cards(table.state()).search(page)
        assert "15,000" not in page
        assert "33" not in choice_in(page)


def test_every_line_of_the_log_can_be_chosen_the_newest_first():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 3), bid(1, 4))

    assert moments_in(form_of(here.people[2], here.room)) == [
        (2, "2. Bob bids 4.", True),
        (1, "1. Ann bids 3.", False),
        (0, "0. Luxury 7 is turned up.", False),
    ]


def test_the_chosen_line_goes_with_the_report_though_the_game_goes_on():
    here = a_game("luxury-7 luxury-1")
    here.do(bid(0, 3), bid(1, 4))
    page = form_of(here.people[2], here.room)
    here.do(bid(2, 6))

    assert f'name="game" value="{here.game.code}"' in page
    sent = {"reason": "Bob was told my cards", "game": here.game.code, "number": "1"}
    assert Visitor(here.people[2]).post("report", here.room, sent).status_code == 302

    report = Report.objects.get()
    assert (report.game, report.number) == (here.game, 1)


@pytest.mark.parametrize("number", ["", "1", "999999", "x", "-1", "%00"])
def test_a_link_may_choose_the_line_and_nonsense_chooses_the_newest(number):
    here = a_game()
    here.do(bid(0, 3), bid(1, 4))

    chosen = moments_in(form_of(here.people[0], here.room, f"?number={number}"))

    assert [ply for ply, _words, is_chosen in chosen if is_chosen] == [1 if number == "1" else 2]


def test_of_a_game_that_is_no_longer_on_the_table_nothing_is_told(rng):
    here = a_game()
    play_on(here, rng)
    starting.start(here.room.pk, here.people[0])
    seating.watch(here.room.pk, eve := a_person("Eve"))

    page = form_of(eve, here.room, f"?game={here.game.code}&number=3")

    assert moments_in(page) == []
    assert f'name="game" value="{here.game.code}"' in page
    assert 'name="number" value="3"' in page


def test_a_game_that_cannot_be_read_can_be_reported_all_the_same():
    here = a_game()
    here.do(bid(0, 3))
    with unguarded():
        LoggedAction.objects.update(payload="{")

    assert moments_in(form_of(here.people[0], here.room)) == []


def test_without_a_game_there_is_no_moment_to_choose():
    here = a_room(3)

    page = form_of(here.people[0], here.room)

    assert moments_in(page) == []
    assert Visitor(here.people[0]).post("report", here.room, {"reason": "Rude"}).status_code == 302
    assert Report.objects.get().number is None


def test_the_way_to_a_report_stands_under_the_log_for_members_only():
    here = a_game()
    link = f'href="{url("report", here.room)}" data-report'

    assert link in Visitor(here.people[1]).page(here.room)
    assert link not in Visitor(a_person("Eve")).page(here.room)


def test_who_has_left_the_table_can_be_reported_still():
    here = a_game()
    seating.leave(here.room.pk, here.people[2])

    page = form_of(here.people[0], here.room)

    named = re.findall(r'<option value="\d+">([^<]+)<', page.partition('<select id="about"')[2])
    assert named == ["Bob", "Cid"]


def test_a_report_leads_back_to_the_table_and_says_so_once():
    here = a_game()
    bob = Visitor(here.people[1])

    response = bob.post("report", here.room, {"reason": "He swears.\nA lot."})

    assert response["Location"] == url("room", here.room)
    assert "Reported. Thank you." in bob.page(here.room)
    assert "Reported. Thank you." not in bob.page(here.room)
    assert Report.objects.get().reason == "He swears. A lot."


def test_a_report_from_a_replay_leads_back_to_its_moment(rng):
    here = a_game()
    play_on(here, rng)
    bob = Visitor(here.people[1])
    page = bob.client.get(f"/g/{here.game.code}/?at=3").content.decode()
    query = unescape(re.search(r'/report/(\?[^"]+)"', page)[1])
    form = form_of(here.people[1], here.room, query)

    sent = dict(re.findall(r'type="hidden" name="(from|game)" value="(\w+)"', form))
    answer = bob.post("report", here.room, sent | {"number": "3", "reason": "Here!"})

    assert answer["Location"] == f"/g/{here.game.code}/?at=3"


@pytest.mark.parametrize("game", ["a/b", "//evil.example", "", "NOSUCH22"])
def test_a_report_leads_nowhere_but_to_games_of_the_room(game):
    here = a_game()
    sent = {"reason": "Rude", "from": "replay", "game": game}

    answer = Visitor(here.people[1]).post("report", here.room, sent)

    assert answer["Location"] == url("room", here.room)
    assert form_of(here.people[1], here.room, f"?from=replay&game={game}")


def test_what_happened_is_written_into_a_text_area_over_the_table():
    here = a_game()
    bob = Visitor(here.people[1])
    part = {"HX-Request": "true"}

    form = bob.client.get(url("report", here.room), headers=part).content.decode()
    done = bob.client.post(url("report", here.room), {"reason": "Rude"}, headers=part)

    assert "<textarea" in form
    assert "<html" not in form
    assert "Reported. Thank you." in done.content.decode()
    assert "Reported. Thank you." not in bob.page(here.room)


def test_a_message_is_reported_without_a_moment_and_without_a_reason():
    here = a_game()
    message = chat.say(here.room.pk, here.people[0], "You <b>fool</b>")

    form = form_of(here.people[1], here.room, f"?message={message.pk}")
    sent = Visitor(here.people[1]).post("report", here.room, {"message": str(message.pk)})

    assert "You &lt;b&gt;fool" in form
    assert "<select" not in form
    assert sent.status_code == 302
    report = Report.objects.get()
    assert (report.message, report.about, report.reason) == (message, here.people[0], "")


def test_only_messages_of_others_in_the_same_room_can_be_reported():
    here, other = a_game(), a_game()
    own = chat.say(here.room.pk, here.people[1], "Mine")
    elsewhere = chat.say(other.room.pk, other.people[0], "Far away")
    bob = Visitor(here.people[1])

    for number in (own.pk, elsewhere.pk, 10**9, "x"):
        assert bob.post("report", here.room, {"message": str(number)}).status_code == 404
        assert bob.client.get(f"{url('report', here.room)}?message={number}").status_code == 404
    assert not Report.objects.exists()


def test_members_find_the_way_to_a_report_beside_what_others_said():
    here = a_game()
    theirs = chat.say(here.room.pk, here.people[0], "Hello")
    mine = chat.say(here.room.pk, here.people[1], "Good evening")
    page, strangers = Visitor(here.people[1]).page(here.room), Visitor(a_person()).page(here.room)

    assert f"?message={theirs.pk}" in page
    assert f"?message={mine.pk}" not in page
    assert "?message=" not in strangers
