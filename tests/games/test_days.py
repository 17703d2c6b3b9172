"""Games over days: 1 to 3 days a turn, weekends off, and nobody blocks a table."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.utils import timezone

from games.engine.actions import Pass
from games.engine.history import BY_STAND_IN
from games.models import CORRESPONDENCE, DAYS, PASSING, Game, Room, Seat
from games.play import clock, deadlines
from games.play.automation import automation_of, later_by
from games.rooms import presence, running
from tests.support.builders import a_game, a_sealed_round, bid
from tests.support.clocks import answer, here_now, stored
from tests.support.notifying import everybody_leaves
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
FRIDAY = datetime(2026, 11, 20, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "days", "end"),
    [
        (FRIDAY, 1, FRIDAY + 3 * DAY),
        (FRIDAY - DAY, 1, FRIDAY),
        (FRIDAY - DAY, 3, FRIDAY + 4 * DAY),
        (FRIDAY + DAY, 1, datetime(2026, 11, 24, tzinfo=UTC)),
        (FRIDAY + 2 * DAY, 2, datetime(2026, 11, 25, tzinfo=UTC)),
        (FRIDAY, 7, FRIDAY + 11 * DAY),
    ],
)
def test_without_weekends_saturdays_and_sundays_do_not_count(begin, days, end):
    assert later_by(begin, days * DAY, weekends_off=True) == end
    assert later_by(begin, days * DAY, weekends_off=False) == begin + days * DAY


@pytest.mark.parametrize("seconds", DAYS)
def test_a_turn_takes_as_many_days_as_the_room_has_chosen(seconds):
    here = a_game(clock=seconds)
    before = timezone.now()
    here.do(bid(0, 3))

    left = stored(here).deadline - before
    assert abs(left.total_seconds() - seconds) < 60


def test_a_game_keeps_the_weekends_of_its_room():
    here = a_game(clock=CORRESPONDENCE, weekends_off=True)
    here.do(bid(0, 3))
    game = stored(here)

    assert game.weekends_off
    assert automation_of(game).weekends_off
    expected = later_by(timezone.now(), DAY, weekends_off=True)
    assert abs((game.deadline - expected).total_seconds()) < 60


def test_more_time_is_days_without_weekends_too():
    here = a_game(clock=CORRESPONDENCE, weekends_off=True)
    here.do(bid(0, 3))
    Game.objects.update(deadline=FRIDAY)
    deadlines.extend(here.game.pk, 1)

    assert stored(here).deadline == FRIDAY + 3 * DAY


def time_is_up():
    """The turn ends now; what the clock does about it."""
    Game.objects.update(deadline=timezone.now(), due_at=timezone.now())
    return clock.due_questions(timezone.now() + timedelta(seconds=1))


def due_later():
    Game.objects.update(due_at=timezone.now())
    return clock.due_questions(timezone.now() + timedelta(seconds=1))


def test_when_time_is_up_a_bot_sits_in_until_the_player_is_back():
    here = a_game(clock=CORRESPONDENCE)
    everybody_leaves(here)
    here.do(bid(0, 3))

    assert time_is_up() == []
    assert automation_of(stored(here)).stand_ins == {1}
    (question,) = due_later()
    answer(question)
    assert stored(here).log.last().by == BY_STAND_IN

    presence.arrive(here.room.pk, here.people[1].pk)
    assert automation_of(stored(here)).stand_ins == set()


def test_by_the_other_rule_they_pass_until_they_are_back():
    here = a_game(clock=CORRESPONDENCE, time_up=PASSING)
    everybody_leaves(here)
    here.do(bid(0, 3))

    assert time_is_up() == []
    (question,) = due_later()
    assert question.action == Pass(1)
    answer(question)
    here.do(Pass(2))
    assert stored(here).log.filter(by=BY_STAND_IN).count() == 1
    # The next lot: the table does not wait a day for them again.
    here.do(bid(0, 1))
    (question,) = due_later()
    assert question.action == Pass(1)


def test_where_nobody_can_pass_a_bot_plays_by_the_other_rule_as_well():
    here = a_sealed_round()
    Game.objects.update(clock=CORRESPONDENCE)
    Room.objects.update(time_up=PASSING)
    everybody_leaves(here)
    Game.objects.update(deadline=timezone.now(), due_at=timezone.now())
    clock.due_questions(timezone.now() + timedelta(seconds=1))
    (question,) = due_later()

    assert question.action is None
    assert question.level == here.room.level


def test_who_sits_at_the_table_and_lets_the_time_pass_loses_this_turn_only():
    here = a_game(clock=CORRESPONDENCE)
    here.do(bid(0, 3))
    here_now(here)

    (question,) = time_is_up()

    assert question.by == "clock"
    assert automation_of(stored(here)).stand_ins == set()


def test_what_a_player_had_seen_is_remembered_when_they_are_back():
    here = a_game(clock=CORRESPONDENCE)
    here_now(here)
    here.do(bid(0, 3))
    everybody_leaves(here)
    here.do(bid(1, 4), bid(2, 6))
    presence.arrive(here.room.pk, here.people[0].pk)

    assert Seat.objects.get(game=here.game, number=0).looked_version == 0


def came_back(here):
    """Ann looked last after her own bid; then two lots were sold."""
    everybody_leaves(here)
    here.do(bid(0, 3))
    here_now(here, 0)
    later = timezone.now() - timedelta(hours=1)
    here.do(Pass(1), Pass(2))
    presence.mark_seen(here.room.members.values_list("pk", flat=True), later)
    Seat.objects.filter(game=here.game, number=0).update(looked_version=1)


def test_who_comes_back_reads_in_a_few_lines_what_happened():
    here = a_game(clock=CORRESPONDENCE)
    came_back(here)
    here_now(here, 0)
    page = Visitor(here.people[0]).get("room", here.room).content.decode()

    assert "Since you last looked:" in page
    bought, turned_up = since_lines(page)
    assert re.fullmatch("You buy .+ for 3[.]", bought)
    assert re.fullmatch(".+ is turned up[.]|.+ is turned up, end card . of 4[.]", turned_up)
    assert f"/r/{here.room.invite}/since/" in page


def since_lines(page: str) -> list[str]:
    """What the page tells of the time since its reader last looked."""
    told = page.partition("since__lines")[2].partition("</ul>")[0]
    return [unescape(each) for each in re.findall("<li>(.*?)</li>", told)]


def test_of_an_auction_that_goes_on_the_newest_bid_is_told():
    here = a_game(clock=CORRESPONDENCE)
    came_back(here)
    here.do(bid(0, 1), bid(1, 4), bid(2, 6))
    here_now(here, 0)
    Seat.objects.filter(game=here.game, number=0).update(looked_version=4)
    page = Visitor(here.people[0]).get("room", here.room).content.decode()

    assert since_lines(page) == ["Cid bids 6."]


def test_where_somebody_has_only_passed_that_is_told():
    here = a_game(clock=CORRESPONDENCE)
    came_back(here)
    here.do(bid(0, 1), Pass(1))
    here_now(here, 0)
    Seat.objects.filter(game=here.game, number=0).update(looked_version=4)
    page = Visitor(here.people[0]).get("room", here.room).content.decode()

    assert since_lines(page) == ["Bob passes."]


def test_nobody_else_reads_it_and_not_after_an_own_move():
    here = a_game(clock=CORRESPONDENCE)
    came_back(here)
    here_now(here)
    assert (
        "Since you last looked:"
        not in Visitor(here.people[1]).get("room", here.room).content.decode()
    )
    here.do(bid(0, 1))
    page = Visitor(here.people[0]).get("room", here.room).content.decode()
    assert "Since you last looked:" not in page


def test_the_steps_show_the_table_as_the_seat_saw_it():
    here = a_game(clock=CORRESPONDENCE)
    came_back(here)
    here_now(here, 0)
    visitor = Visitor(here.people[0])
    first = visitor.client.get(f"/r/{here.room.invite}/since/").content.decode()
    last = visitor.client.get(f"/r/{here.room.invite}/since/?at=99").content.decode()

    assert "1/2" in first
    assert "2/2" in last
    assert 'rel="next"' in first
    assert 'rel="next"' not in last
    assert "hand-1" not in last
    assert here.game.seed not in last
    for bad in ("x", "-1", "0"):
        answer = visitor.client.get(f"/r/{here.room.invite}/since/?at={bad}")
        assert answer.status_code == 200


def test_my_turn_comes_first_and_the_soonest_end_before_others():
    here, other = a_game(clock=CORRESPONDENCE), a_game(clock=2 * CORRESPONDENCE)
    third = a_game(clock=CORRESPONDENCE)
    ann = here.people[0]
    for game in (other, third):
        Seat.objects.filter(game=game.game, number=0).update(player=ann)
    third.do(bid(0, 3))

    listed = running.running_games_of(ann)

    assert [each.game_id for each in listed] == [here.game.pk, other.game.pk, third.game.pk]
    assert [each.is_my_turn for each in listed] == [True, True, False]
    page = Visitor(ann).get("home").content.decode()
    assert page.count("data-local") == 3
    assert page.count("UTC</time>") == 3
