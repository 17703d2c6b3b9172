"""The deal of the day: one deck, the same bots and the same chance for everybody."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from django.utils import timezone

from games.accounts.erasure import erase
from games.accounts.guest_merging import merge_guest
from games.accounts.people import rename
from games.bots.worker_process import decide
from games.daily import deals, past_days, results, settling, starting
from games.daily.days import A_DAY, GRACE, end_of, today
from games.engine.dealing import verify
from games.engine.observation import to_json
from games.engine.wire import action_dict
from games.models import DailyDeal, DailyTry, Game, Player, Room, Seat, User
from games.play.position import position_of
from games.rooms import api_tokens, ending, hosting, lookup, rematch, seating
from games.text.errors import (
    DayIsOver,
    DayIsToCome,
    NoSuchDay,
    NoSuchRoom,
    RoomIsLocked,
    RoomOfTheDay,
)
from tests.support.builders import a_person
from tests.support.daily import (
    ME,
    NOON,
    a_deal,
    chooser,
    finished_try,
    log_of,
    open_up,
    play_at_once,
    play_through,
    think,
)

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
ANSWERS = """
import json, sys
from games.bots.wire import observation_from
from games.bots.worker_process import decide
from games.engine.wire import action_dict
for line in sys.stdin:
    bot, view, seed = json.loads(line)
    answer = decide(bot, observation_from(view), (), seed)
    print(json.dumps(action_dict(answer), sort_keys=True))
"""


@pytest.mark.parametrize("group", ["base", "stars"])
def test_equal_choices_give_equal_games(group):
    deal = a_deal(group)
    ann, bob = starting.begin(deal, a_person("Ann")), starting.begin(deal, a_person("Bob"))

    play_through(ann, chooser(1))
    play_through(bob, chooser(1))

    assert log_of(ann) == log_of(bob)
    assert position_of(ann.pk, ann.version).state.is_over


def test_two_people_at_once_get_the_same_game_however_their_moves_interleave():
    deal = a_deal("stars")
    ann, bob = starting.begin(deal, a_person("Ann")), starting.begin(deal, a_person("Bob"))

    for most in range(5, 400, 7):
        play_through(ann, chooser(1), most=most)
        play_through(bob, chooser(1), most=most + 3)

    assert log_of(ann) == log_of(bob)
    assert position_of(ann.pk, ann.version).state.is_over


def test_bots_play_two_people_alike():
    """No bot depends on the time that it takes."""
    deal = a_deal(bots=["leopold", "ashgrove", "octavia"])
    ann, bob = starting.begin(deal, a_person("Ann")), starting.begin(deal, a_person("Bob"))

    for game in (ann, bob):
        play_through(game, chooser(1), most=14)

    assert log_of(ann)[:14] == log_of(bob)[:14]


def test_bots_of_any_process_play_alike():
    """Processes differ in the order in which they go through sets of words."""
    deal = a_deal(bots=["leopold", "ashgrove", "octavia"])
    asked, answers = [], []

    def listen(question):
        answers.append(think(question))
        asked.append(question)
        return answers[-1]

    play_through(starting.begin(deal, a_person()), chooser(1), think=listen, most=20)

    here = answers_of_a_process(asked, "0")
    assert here == answers_of_a_process(asked, "4711")
    assert here == [
        json.dumps(
            action_dict(decide(each.level, each.view, (), each.seed)),
            sort_keys=True,
        )
        for each in asked
    ]


def answers_of_a_process(questions, hash_seed: str) -> list[str]:
    lines = "\n".join(json.dumps([each.level, to_json(each.view), each.seed]) for each in questions)
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        input=lines,
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_game_computed_at_once_is_the_game_that_the_site_plays():
    deal = a_deal("stars")
    played, computed = (starting.begin(deal, a_person(name)) for name in ("Ann", "Bob"))

    play_through(played, chooser(3))
    play_at_once(computed, chooser(3))

    def without_actor(game):
        return [line[:3] for line in log_of(game)]

    assert without_actor(played) == without_actor(computed)


def test_the_seed_follows_from_the_salt_and_the_commitment_binds_both():
    deal = a_deal()

    salt, seed = bytes.fromhex(deal.salt), bytes.fromhex(deal.seed)

    assert sha256(b"high-society-daily/1" + salt + f"{deal.day} base".encode()).digest() == seed
    assert verify(deal.commitment, seed, salt)


def test_each_day_and_group_has_a_deck_of_its_own():
    deals.draw_ahead(NOON)
    deals.draw_ahead(NOON)

    assert DailyDeal.objects.count() == 4
    assert len({deal.commitment for deal in DailyDeal.objects.all()}) == 4


def test_the_bots_of_a_day_do_not_depend_on_its_secret():
    first = deals.deal_of(today(NOON), "base", NOON).bots
    DailyDeal.objects.all().delete()

    assert deals.deal_of(today(NOON), "base", NOON).bots == first


def test_there_is_a_deal_for_today_and_tomorrow_and_none_beyond():
    for day in (today(NOON) + 2 * A_DAY, today(NOON) - A_DAY):
        with pytest.raises(NoSuchDay):
            deals.deal_of(day, "base", NOON)
    with pytest.raises(NoSuchDay):
        deals.deal_of(today(NOON), "no-such-group", NOON)


def test_beginning_again_leads_to_the_same_try():
    deal, ann = a_deal(), a_person()

    game = starting.begin(deal, ann)

    assert starting.begin(deal, ann) == game
    assert DailyTry.objects.count() == 1
    play_at_once(game, chooser(1))
    assert starting.begin(deal, ann) == game


def test_who_has_left_the_room_sits_down_again():
    deal, ann = a_deal(), a_person()
    game = starting.begin(deal, ann)
    seating.leave(game.room_id, ann)

    assert starting.begin(deal, ann) == game
    assert game.room.members.filter(player=ann, chair__isnull=False).exists()


def test_nobody_begins_before_the_day_or_after_midnight():
    deal = deals.deal_of(today(NOON), "base", NOON)
    midnight = end_of(deal.day)

    with pytest.raises(DayIsToCome):
        starting.begin(deal, a_person(), NOON - A_DAY)
    with pytest.raises(DayIsOver):
        starting.begin(deal, a_person(), midnight)
    assert not Room.objects.exists()


def test_a_try_begun_before_midnight_may_be_finished_after_it():
    deal, ann = deals.deal_of(today(NOON), "base", NOON), a_person()
    midnight = end_of(deal.day)
    game = starting.begin(deal, ann, midnight - timedelta(minutes=1))

    assert starting.begin(deal, ann, midnight + timedelta(minutes=30)) == game
    play_at_once(game, chooser(1), at=midnight + timedelta(minutes=40))
    settling.settle_due()
    assert results.count_of(deal) == 1


def test_a_try_finished_after_the_deal_has_opened_does_not_count():
    deal, ann = deals.deal_of(today(NOON), "base", NOON), a_person()
    game = starting.begin(deal, ann, NOON)

    play_at_once(game, chooser(1), at=end_of(deal.day) + GRACE + timedelta(seconds=1))
    settling.settle_due()

    assert results.count_of(deal) == 0


def test_a_past_day_is_played_as_often_as_one_likes_and_counts_for_nothing():
    ann = a_person()
    deal = open_up(a_deal())

    first = starting.begin(deal, ann)
    assert starting.begin(deal, ann) == first
    play_at_once(first, chooser(1))

    assert starting.begin(deal, ann) != first
    assert not DailyTry.objects.exists()


def test_nothing_can_be_chosen_at_the_table_of_the_day():
    """What would make a game unlike the others: options, bots, an end without a result."""
    ann = a_person()
    game = starting.begin(a_deal(), ann)

    for change in (
        lambda: hosting.choose(game.room_id, ann, level="novice"),
        lambda: hosting.set_lock(game.room_id, ann, is_locked=False),
        lambda: hosting.seat_bot(game.room_id, ann, "novice"),
        lambda: ending.break_off(game.room_id, ann),
        lambda: rematch.start(game.room_id, ann),
        lambda: api_tokens.new_token(game.room_id, ann),
    ):
        with pytest.raises(RoomOfTheDay):
            change()
    play_at_once(game, chooser(1))
    with pytest.raises(RoomOfTheDay):
        rematch.start(game.room_id, ann)


def test_nobody_else_comes_into_the_room_by_link_or_code():
    game, eve = starting.begin(a_deal(), a_person("Ann")), a_person("Eve")

    with pytest.raises(NoSuchRoom):
        lookup.room_by_invite(game.room.invite, eve)
    with pytest.raises(RoomIsLocked):
        lookup.room_by_code(game.room.code, eve)
    with pytest.raises(RoomIsLocked):
        seating.watch(game.room_id, eve)


def test_a_guest_who_signs_up_keeps_the_try():
    deal, guest = a_deal(), a_person("Guest")
    game = finished_try(deal, guest)

    player = merge_guest(guest, User.objects.create_user("ann"))

    assert starting.try_of(deal, player).game == game


def test_of_a_guest_s_and_an_account_s_try_the_first_counts():
    deal, guest = a_deal(), a_person("Guest")
    account = Player.objects.create(name="Ann", user=User.objects.create_user("ann"))
    first, second = finished_try(deal, guest, 1), finished_try(deal, account, 2)

    player = merge_guest(guest, account.user)

    assert player == account
    assert DailyTry.objects.get().game == first
    assert starting.try_of(deal, account).game == first
    assert Seat.objects.filter(player=account, game__in=[first, second]).count() == 2


def test_the_first_of_two_tries_counts_if_it_is_the_account_s():
    deal, guest = a_deal(), a_person("Guest")
    account = Player.objects.create(name="Ann", user=User.objects.create_user("ann"))
    first = finished_try(deal, account, 2)
    finished_try(deal, guest, 1)

    merge_guest(guest, account.user)

    assert DailyTry.objects.get().game == first


def test_forgotten_people_vanish_from_the_results():
    deal, ann = a_deal(), a_person("Ann")
    game = finished_try(deal, ann)
    settling.settle_due()
    assert [line.name for line in results.best_of(deal)] == ["Ann"]

    erase(ann)

    assert results.best_of(deal) == []
    assert Game.objects.filter(pk=game.pk).exists()


def test_results_show_the_name_that_somebody_goes_by_now():
    deal, ann = a_deal(), a_person("Ann")
    finished_try(deal, ann)
    settling.settle_due()

    rename(ann, "Anneliese")

    assert [line.name for line in results.best_of(deal)] == ["Anneliese"]


def test_a_void_game_does_not_count():
    deal = a_deal()
    game = finished_try(deal, a_person())
    settling.settle_due()
    Game.objects.filter(pk=game.pk).update(voided_at=timezone.now())

    assert results.count_of(deal) == 0


def test_a_streak_is_as_long_as_no_day_is_missing():
    ann = a_person()
    assert past_days.streak_of(ann, NOON) == 0
    for back, expected in ((0, 1), (1, 2), (2, 3), (4, 3)):
        now = NOON - back * A_DAY
        deal = a_deal(now=now)
        game = starting.begin(deal, ann, now)
        play_at_once(game, chooser(back), at=now + timedelta(minutes=5))
        settling.settle_due()
        assert past_days.streak_of(ann, NOON) == expected
    assert past_days.streak_of(ann, NOON + A_DAY) == 3
    assert past_days.streak_of(ann, NOON + 2 * A_DAY) == 0


def test_a_whole_day_with_200_people():
    """They play in 25 ways, so that many share a place; every number is held against the games."""
    deal = a_deal()
    people = [a_person(f"Guest {number}") for number in range(200)]
    ways = {}
    for number, person in enumerate(people):
        game = starting.begin(deal, person)
        ways.setdefault(number % 25, []).append(play_at_once(game, chooser(number % 25, 0.3)))

    while settling.settle_due():
        pass

    assert results.count_of(deal) == 200
    for games in ways.values():
        assert len({tuple(log_of(game)) for game in games}) == 1
        assert len({results.place_of(game.daily_try) for game in games}) == 1
    scores = sorted((each.score for each in DailyTry.objects.all()), reverse=True)
    best = results.best_of(deal)
    assert [line.place for line in best] == [scores.index(scores[n]) + 1 for n in range(10)]
    winners = Seat.objects.filter(number=ME, win__gt=0).count()
    facts = results.lots_of(deal)
    assert {each.tries for each in facts} == {200}
    assert all(each.wins_with + each.wins_without == winners for each in facts)
    assert results.splits_in(facts)
