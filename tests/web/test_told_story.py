"""What happened is told alike everywhere: at the live table, in the replay and in the admin."""

import html
import re
from datetime import timedelta
from itertools import cycle
from random import Random

import pytest
from django.utils import timezone

from games.archive import sharing
from games.engine.auto_bids import AutoBid
from games.engine.events import CameBack, SatIn, TimeIsUp
from games.engine.history import BY_AUTO_BID, BY_BOT, BY_CLOCK, BY_PLAYER, BY_STAND_IN
from games.engine.state import Phase
from games.models import CORRESPONDENCE
from games.play import auto_bids, clock
from games.play.automation import automation_of
from games.play.position import forget_positions
from games.rooms import presence, seating
from tests.support.builders import a_game, a_person
from tests.support.clocks import answer, away, here_now, later, stored, whose, with_bots
from tests.support.open_tables import an_open_game
from tests.support.staff import Keeper
from tests.support.strategies import some_action
from tests.support.visitors import Visitor, part, visitors_of

pytestmark = pytest.mark.django_db(transaction=True)

EVERY_ACTOR = {BY_PLAYER, BY_AUTO_BID, BY_BOT, BY_STAND_IN, BY_CLOCK}


def by_hand(here, seat, rng):
    presence.arrive(here.room.pk, here.people[seat].pk)
    here.do(some_action(here.state(), rng, 0.4))


def by_auto_bid(here, seat, rng):
    presence.arrive(here.room.pk, here.people[seat].pk)
    state = here.state()
    if state.phase is not Phase.AUCTION:
        by_hand(here, seat, rng)
        return
    limit = rng.choice([0, state.highest + 3_000])
    auto_bids.set_auto_bid(here.game.pk, seat, AutoBid(state.revealed, limit))
    next_answer(here)


def by_stand_in(here, seat, _rng):
    away(here, seat)
    here_now(here, *(other for other in range(3) if other != seat))
    presence.add_stand_ins()
    next_answer(here)


def by_clock(here, _seat, _rng):
    next_answer(here, later(40))


def next_answer(here, at=None):
    at = at or later(8)
    present = [seat for seat in range(3) if seat not in automation_of(stored(here)).stand_ins]
    here_now(here, *present, at=at)
    for question in clock.due_questions(at):
        answer(question)


def played(rng):
    """A game of three people and a bot, in which players leave, come back and run out of time."""
    here = with_bots(people=3, bots=1, clock=30)
    kinds = cycle((by_hand, by_clock, by_hand, by_stand_in, by_auto_bid, by_hand, by_stand_in))
    while not here.state().is_over:
        yield here
        seat = whose(here)[0]
        if seat == 3:
            next_answer(here)
        else:
            next(kinds)(here, seat, rng)


def told(page: str) -> list[str]:
    lines = re.findall(r"<li[^>]*>(.*?)</li>", part(page, "log"), re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in lines]


def told_in_admin(page: str) -> list[str]:
    body = part(page, "who-did-what").partition("<tbody>")[2]
    rows = re.findall(r"<tr[^>]*>.*?</tr>", body, re.DOTALL)
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)[1] for row in rows]
    return [html.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in cells]


def same_lines(live: list[str], moments: list[str]) -> None:
    """Each moment tells the next lines of the live table, word for word, and none is left."""
    rest = list(live)
    for moment in moments:
        lines = []
        while " ".join(lines) != moment:
            assert moment.startswith(" ".join(lines)), moment
            assert rest, moment
            lines.append(rest.pop(0))
    assert rest == []


@pytest.mark.parametrize("seed", range(2))
def test_table_replay_and_admin_tell_the_same_story(seed):
    keeper = Keeper("Reviewer")
    for number, here in enumerate(played(Random(seed))):
        if number == 12:
            compare_with_admin(here, keeper)
    has_everything_that_can_be_told(here)
    compare_everywhere(here, keeper)


def test_an_open_game_that_somebody_leaves_is_told_alike_everywhere():
    keeper, rng = Keeper("Reviewer"), Random(3)
    here = an_open_game(3)
    for _ in range(4):
        by_hand(here, whose(here)[0], rng)
    seating.leave(here.room.pk, here.people[1])
    compare_with_admin(here, keeper)
    while not here.state().is_over:
        seat = whose(here)[0]
        if seat == 1:
            next_answer(here)
        else:
            by_hand(here, seat, rng)

    story = here.position().story
    assert SatIn(1) in story
    assert CameBack(1) not in story
    gone = Visitor(here.people.pop(1))
    compare_everywhere(here, keeper)
    assert told(gone.page(here.room)) == told(Visitor().page(here.room))


def test_a_game_over_days_is_told_alike_everywhere():
    keeper, rng = Keeper("Reviewer"), Random(4)
    here = a_game(clock=CORRESPONDENCE)
    kinds = cycle((by_hand, after_days, by_hand, by_hand, by_auto_bid))
    while not here.state().is_over:
        next(kinds)(here, whose(here)[0], rng)

    assert {SatIn, CameBack} <= {type(event) for event in here.position().story}
    compare_everywhere(here, keeper)


def after_days(here, _seat, _rng):
    """Everybody is away, and the turn of the seat has ended: a bot plays this turn and the next."""
    for chair in range(3):
        away(here, chair, 2 * CORRESPONDENCE)
    for _ in range(2):
        at = timezone.now() + timedelta(seconds=2 * CORRESPONDENCE)
        for question in clock.due_questions(at):
            answer(question)


def compare_everywhere(here, keeper):
    """The game is over: the admin, a watcher, every seat, and every view of its replay."""
    compare_with_admin(here, keeper)
    live = told(a_watcher(here).page(here.room))
    for who in visitors_of(here):
        tells_a_player_the_same(told(who.page(here.room)), live)

    code, link = stored(here).code, sharing.share(stored(here))
    for who in visitors_of(here):
        own = told(who.page(here.room))
        for sight in (*map(str, range(len(here.state().players))), "table", "open"):
            same_lines(own, told(replay_page(who, code, sight)))
    same_lines(list(live), told(replay_page(Visitor(), link, "table")))


def has_everything_that_can_be_told(here):
    kinds = {type(event) for event in here.position().story}
    assert {SatIn, CameBack, TimeIsUp} <= kinds
    assert {line.by for line in here.game.log.all()} >= EVERY_ACTOR


def tells_a_player_the_same(own: list[str], live: list[str]) -> None:
    """The same lines in the same order, but for those in which the player is “you”."""
    assert len(own) == len(live)
    others = [line for line, shared in zip(own, live, strict=True) if line != shared]
    assert others
    assert all(re.search(r"\byou\b", line, re.IGNORECASE) for line in others)


def a_watcher(here):
    person = a_person("Eve")
    seating.watch(here.room.pk, person)
    return Visitor(person)


def replay_page(who, key, sight):
    response = who.client.get(f"/g/{key}/?view={sight}")
    assert response.status_code == 200
    return response.content.decode()


def compare_with_admin(here, keeper):
    forget_positions()
    live = told(Visitor().page(here.room))
    page = keeper.look(f"games/game/{here.game.pk}/change/").content.decode()
    same_lines(list(live[1:]), told_in_admin(page))  # the first line tells the deal
