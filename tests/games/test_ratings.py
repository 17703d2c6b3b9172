"""Ratings as they are stored: entered with the end of a game, counted in order, made anew."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.accounts.erasure import erase
from games.engine.edition_groups import BASE
from games.models import Game, Player, RatedSeat, RatingCount, Room
from games.moderation.actions import Moderator, void
from games.play import finishing
from games.ratings import checking
from games.ratings.counting import count_some, count_waiting
from games.ratings.fold import NEW, Entrant, Rating, fold
from games.ratings.strengths import bot_rating
from tests.support.builders import a_game, play_on
from tests.support.rated import LONG_AGO, a_bot, a_rated_game, accounts
from tests.support.staff import Keeper

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return accounts("Ann", "Bob", "Cid", "Dora")


def newest(player, group="base"):
    row = player.rated_seats.filter(is_newest=True, group=group).get()
    return Rating(row.mu, row.sigma)


def everything_stored():
    columns = ("seat", "player", "mu_before", "mu", "sigma", "points", "games", "wins",
               "is_newest", "active_since")  # fmt: skip
    return list(RatedSeat.objects.order_by("seat").values_list(*columns))


def is_as_if_made_anew():
    """Whether the games give what is stored, by verifying and by making everything anew."""
    before = everything_stored()
    assert list(checking.faults()) == []
    list(checking.rebuild())
    assert everything_stored() == before
    return True


def turned(people, by):
    return [*people[by % len(people) :], *people[: by % len(people)]]


def test_a_rated_game_that_ends_leaves_a_row_for_each_person_and_is_counted(rng):
    here = a_game(people=3)
    Room.objects.filter(pk=here.room.pk).update(is_open=True, is_rated=True)
    Game.objects.filter(pk=here.game.pk).update(is_open=True, is_rated=True)
    play_on(here, rng)
    assert list(RatedSeat.objects.values_list("mu", flat=True)) == [None] * 3

    assert count_waiting() == 1

    seats = list(here.game.seats.order_by("number"))
    entrants = [Entrant(seat.place, seat.player_id) for seat in seats]
    ratings = {}
    list(fold([entrants], ratings))
    assert {seat.player_id: newest(seat.player) for seat in seats} == ratings
    assert is_as_if_made_anew()


def test_a_game_that_is_not_rated_leaves_nothing(rng):
    here = a_game()
    play_on(here, rng)

    assert not RatedSeat.objects.exists()
    assert count_waiting() == 0


def test_the_end_of_a_game_costs_two_statements_more(four):
    game = a_rated_game(four, is_counted=False)
    RatedSeat.objects.all().delete()

    with CaptureQueriesContext(
        connection,
    ) as asked:
        finishing.enter(game.pk, game.finished_at)

    assert len(asked) == 2


def test_bots_keep_their_strength_and_have_no_rows(four):
    octavia = a_bot()
    a_rated_game([four[0], octavia, four[1]])

    assert set(RatedSeat.objects.values_list("player", flat=True)) == {four[0].pk, four[1].pk}
    expected = {}
    bot = Entrant(2, fixed=bot_rating(BASE, "regular"))
    list(fold([[Entrant(1, four[0].pk), bot, Entrant(3, four[1].pk)]], expected))
    assert newest(four[0]) == expected[four[0].pk]


def test_who_has_left_loses_most_whatever_the_stand_in_has_made_of_it(four):
    a_rated_game(four, left=four[:1])

    assert newest(four[0]).mu == min(newest(person).mu for person in four)


def test_groups_have_ratings_of_their_own(four):
    a_rated_game(four)
    a_rated_game(four[::-1], edition="allplay-2025", advanced=["gambling"])

    assert newest(four[0]).mu > NEW.mu > newest(four[0], "stars").mu
    assert is_as_if_made_anew()


def test_games_totals_and_the_newest_row_go_on_from_game_to_game(four):
    for number in range(12):
        a_rated_game(turned(four, number))

    ann = four[0].rated_seats.order_by("at")
    assert [row.games for row in ann] == list(range(1, 13))
    assert ann.last().wins == 3
    assert [row.is_newest for row in ann] == [False] * 11 + [True]
    assert ann.last().active_since == ann[2].at
    assert is_as_if_made_anew()


def test_many_games_are_counted_in_batches_as_one_by_one(four):
    for number in range(7):
        a_rated_game(turned(four, number), is_counted=False)

    assert [count_some("base", 3) for _ in range(4)] == [3, 3, 1, 0]

    assert is_as_if_made_anew()


def test_a_game_that_is_stored_late_is_counted_in_its_place(four):
    a_rated_game(four)
    a_rated_game(turned(four, 1))
    a_rated_game(turned(four, 2), LONG_AGO - timedelta(days=1))

    assert is_as_if_made_anew()
    assert four[0].rated_seats.order_by("at").first().games == 1


def test_a_void_game_counts_no_longer_and_what_came_after_is_counted_anew(four):
    first = a_rated_game(four)
    a_rated_game(turned(four, 1))
    with_it = newest(four[0])

    void(Moderator(Keeper("Moderator").user), first, "cheating")
    count_waiting()

    assert not first.rated_seats.exists()
    assert newest(four[0]) != with_it
    assert newest(four[0]) == Rating(*four[0].rated_seats.values_list("mu", "sigma").get())
    assert is_as_if_made_anew()


def test_a_moderator_who_voids_a_game_in_the_admin_has_the_ratings_made_anew(four):
    game = a_rated_game(four)
    a_rated_game(turned(four, 1))
    with_it = newest(four[0])

    answer = Keeper("Moderator").do(f"games/game/{game.pk}/deed/", kind="void", reason="cheating")
    count_waiting()

    assert answer.status_code == 302
    assert newest(four[0]) != with_it
    assert is_as_if_made_anew()


def test_who_played_a_void_game_only_has_no_rating_left(four):
    game = a_rated_game(four)

    void(Moderator(Keeper("Moderator").user), game, "cheating")
    count_waiting()

    assert not RatedSeat.objects.exists()
    assert is_as_if_made_anew()


def test_nobody_s_rating_changes_when_somebody_is_forgotten(four):
    for number in range(5):
        a_rated_game(turned(four, number))
    before = {person.pk: newest(person) for person in four[1:]}

    erase(four[0])

    assert {person.pk: newest(person) for person in four[1:]} == before
    assert is_as_if_made_anew()
    a_rated_game(four[1:])
    assert is_as_if_made_anew()


def test_nothing_that_stays_of_a_forgotten_person_says_who_it_was(four):
    a_rated_game(four)
    erase(four[0])

    [row] = RatedSeat.objects.filter(player=None)
    assert row.seat.player_id is None
    assert row.seat.name == "Incognito"


def test_a_game_before_one_of_a_forgotten_person_can_still_become_void(four):
    first = a_rated_game(turned(four, 1))
    for number in range(4):
        a_rated_game(turned(four, number))
    erase(four[0])

    void(Moderator(Keeper("Moderator").user), first, "cheating")
    count_waiting()

    assert is_as_if_made_anew()


def test_somebody_forgotten_before_the_game_was_counted_is_a_new_stranger(four):
    a_rated_game(four, is_counted=False)
    erase(four[0])

    assert count_waiting() == 1
    assert count_waiting() == 0
    assert is_as_if_made_anew()


@pytest.mark.parametrize(
    ("column", "value"),
    [("mu", 99.0), ("sigma", 1.0), ("points", 9_999), ("games", 5), ("wins", 3.0)],
)
def test_a_number_that_was_changed_is_found_and_named(four, column, value):
    game = a_rated_game(four)
    four[1].rated_seats.update(**{column: value})

    found = list(checking.faults())

    assert any(f"{game.code}, seat 1: {column} is {value}" in fault for fault in found)


def test_rows_that_are_missing_or_too_many_are_found_and_mended(four):
    game, other = a_rated_game(four), a_rated_game(four)
    four[1].rated_seats.filter(game=game).delete()
    Game.objects.filter(pk=other.pk).update(is_rated=False)

    found = list(checking.faults())

    assert f"{game.code}, seat 1: the rating is missing" in found
    assert f"{other.code}: there are ratings, but the game does not count" in found
    list(checking.rebuild())
    assert list(checking.faults()) == []


def test_a_wrong_mark_of_the_newest_is_found(four):
    a_rated_game(four)
    four[0].rated_seats.update(is_newest=False)

    assert any("the newest rating" in fault for fault in checking.faults())
    list(checking.rebuild())
    assert list(checking.faults()) == []


def test_ratings_made_from_nothing_are_the_same(four):
    for number in range(9):
        a_rated_game(turned(four, number), left=four[number % 4 :][:1] if number % 3 == 0 else ())
    before = [row[1:] for row in everything_stored()]
    RatedSeat.objects.all().delete()
    RatingCount.objects.all().delete()

    list(checking.rebuild())

    assert [row[1:] for row in everything_stored()] == before


def test_any_order_of_counting_gives_the_same_numbers(four):
    rng = Random(5)
    ends = [LONG_AGO + timedelta(hours=hour) for hour in range(12)]
    for number in rng.sample(range(12), 12):
        a_rated_game(turned(four, number * 3), ends[number], is_counted=rng.random() < 0.5)
    count_waiting()

    assert is_as_if_made_anew()
    assert Player.objects.filter(rated_seats__is_newest=True).count() == 4
