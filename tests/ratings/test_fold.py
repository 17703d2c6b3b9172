"""The pure fold: finished games in order in, ratings out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings.fold import CERTAIN, NEW, Entrant, Rating, fold, ranks, rated

# openskill's own examples: four new people, by their order of finish. They were computed without
# the small uncertainty that time adds before each game, which moves the third decimal here.
BY_RANK = {
    (4, 1, 3, 2): (
        (20.96265504062538, 8.083731307186588),
        (27.795084971874736, 8.263160757613477),
        (24.68943500312503, 8.083731307186588),
        (26.552824984374855, 8.179213704945203),
    ),
    (2, 4, 2, 1): (
        (24.68943500312503, 8.179213704945203),
        (22.826045021875203, 8.179213704945203),
        (24.68943500312503, 8.179213704945203),
        (27.795084971874736, 8.263160757613477),
    ),
}
TOLERANCE = 0.002


def a_finish(*people, **more):
    """A game whose people are named in the order in which they finished."""
    return [Entrant(place, who, **more) for place, who in enumerate(people, 1)]


def after(*games):
    ratings = {}
    list(fold(games, ratings))
    return ratings


@pytest.mark.parametrize("order", BY_RANK)
def test_the_published_examples_of_openskill_come_out(order):
    steps = rated([Entrant(place, seat) for seat, place in enumerate(order)], [NEW] * 4)

    for step, (mu, sigma) in zip(steps, BY_RANK[order], strict=True):
        assert step.after.mu == pytest.approx(mu, abs=TOLERANCE)
        assert step.after.sigma == pytest.approx(sigma, abs=TOLERANCE)


def test_somebody_new_has_no_points_and_a_provisional_rating():
    assert NEW.points == 0
    assert NEW.is_provisional
    assert not Rating(25, CERTAIN).is_provisional


def test_points_never_fall_below_0():
    assert Rating(3, 6).points == 0


def test_the_winner_gains_and_the_last_loses():
    ratings = after(a_finish("Ann", "Bob", "Cid"))

    assert ratings["Ann"].mu > NEW.mu > ratings["Cid"].mu
    assert ratings["Ann"].sigma < NEW.sigma


def test_shared_places_are_shared():
    ratings = after([Entrant(1, "Ann"), Entrant(1, "Bob"), Entrant(3, "Cid")])

    assert ratings["Ann"] == ratings["Bob"]
    assert ratings["Ann"].mu > ratings["Cid"].mu


def test_a_game_that_nobody_has_won_moves_nobody_among_equals():
    ratings = after([Entrant(1, who) for who in ("Ann", "Bob", "Cid")])

    assert {rating.mu for rating in ratings.values()} == {NEW.mu}


def test_who_has_left_is_last_even_if_the_stand_in_has_won():
    game = [Entrant(1, "Ann", has_left=True), Entrant(2, "Bob"), Entrant(3, "Cid")]

    assert ranks(game) == [4, 2, 3]
    assert after(game) == after(a_finish("Bob", "Cid", "Ann"))


def test_several_who_have_left_share_the_last_place():
    game = [Entrant(1, "Ann", has_left=True), Entrant(2, "Bob"), Entrant(3, "Cid", has_left=True)]

    ratings = after(game)

    assert ratings["Ann"] == ratings["Cid"]


def test_bots_never_move_and_move_people_by_their_fixed_strength_only():
    weak, strong = Rating(15, 1), Rating(35, 1)
    against_weak = after([Entrant(1, "Ann"), Entrant(2, fixed=weak), Entrant(3, fixed=weak)])
    against_strong = after([Entrant(1, "Ann"), Entrant(2, fixed=strong), Entrant(3, fixed=strong)])

    assert against_weak.keys() == {"Ann"}
    assert against_strong["Ann"].mu > against_weak["Ann"].mu > NEW.mu


def test_the_order_of_the_games_counts_and_equal_games_give_equal_numbers():
    first, second = a_finish("Ann", "Bob", "Cid"), a_finish("Cid", "Ann", "Dora")

    assert after(first, second) == after(first, second)
    assert after(first, second) != after(second, first)


def test_a_fold_can_go_on_from_where_another_has_stopped():
    games = [a_finish("Ann", "Bob", "Cid"), a_finish("Cid", "Ann", "Dora"), a_finish("Bob", "Cid")]
    halfway = after(*games[:1])

    list(fold(games[1:], halfway))

    assert halfway == after(*games)


def test_somebody_forgotten_counts_with_the_strength_they_had():
    games = [a_finish("Ann", "Bob", "Cid"), a_finish("Cid", "Ann", "Bob")]
    whole = after(*games)

    ratings, kept = {}, []
    for steps in fold(games, ratings):
        kept.append([None if step.who == "Cid" else step.who for step in steps])
    befores = [[step.before for step in steps] for steps in fold(games, {})]
    forgotten = [
        [
            Entrant(place, who, fixed)
            for place, (who, fixed) in enumerate(zip(*each, strict=True), 1)
        ]
        for each in zip(kept, befores, strict=True)
    ]

    assert after(*forgotten) == {who: whole[who] for who in ("Ann", "Bob")}


def test_who_plays_much_becomes_certain():
    ratings = {}
    people = ["Ann", "Bob", "Cid", "Dora"]
    for game in range(40):
        turned = people[game % 4 :] + people[: game % 4]
        list(fold([a_finish(*turned)], ratings))

    assert not any(rating.is_provisional for rating in ratings.values())
    assert all(rating.points > 0 for rating in ratings.values())


@given(
    st.lists(st.integers(1, 5), min_size=3, max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
)
def test_no_finish_breaks_the_numbers(places, left):
    game = [
        Entrant(place, seat, has_left=gone)
        for seat, (place, gone) in enumerate(zip(places, left, strict=False))
    ]

    for rating in after(*[game] * 30).values():
        assert -100 < rating.mu < 150
        assert 0 < rating.sigma <= NEW.sigma + 0.1
