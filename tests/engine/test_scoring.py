"""The end: money, the cast out, status step by step, ties."""

import pytest

from games.engine.editions import EDITIONS
from games.engine.scoring import Decision, StepKind, result_of
from tests.support.positions import a_game, a_player, an_ending

FLOORING = ["allplay-2025", "manual"]
EXACT = ["classic", "osprey-2018", "spec"]
POOR = a_player(hand=())
EXAMPLE = "luxury-3 luxury-9 minus-five prestige-1 prestige-2 half"


def scored(claimed, edition="osprey-2018"):
    """The status of a player who is not the poorest and holds these cards."""
    result = result_of(an_ending(a_player(claimed), POOR, POOR, edition=edition))
    return result.scores[0]


def winners(*players, edition="osprey-2018"):
    result = result_of(an_ending(*players, POOR, edition=edition))
    return result.winners, result.decision


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_worked_example_of_the_sources_scores_14(edition):
    score = scored(EXAMPLE, edition)

    assert [(step.kind, step.status) for step in score.steps] == [
        (StepKind.LUXURIES, 12),
        (StepKind.MINUS_FIVE, 7),
        (StepKind.PRESTIGE, 14),
        (StepKind.PRESTIGE, 28),
        (StepKind.HALF, 14),
    ]
    assert score.status == 14


def test_every_step_names_its_cards():
    score = scored(EXAMPLE)

    assert [[card.id for card in step.cards] for step in score.steps] == [
        ["luxury-3", "luxury-9"],
        ["minus-five"],
        ["prestige-1"],
        ["prestige-2"],
        ["half"],
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_three_prestige_cards_multiply_by_eight(edition):
    assert scored("luxury-4 prestige-1 prestige-2 prestige-3", edition).status == 32


@pytest.mark.parametrize("edition", FLOORING)
def test_half_rounds_down(edition):
    score = scored("luxury-7 half", edition)

    assert score.status == 3
    assert isinstance(score.status, int)


@pytest.mark.parametrize("edition", EXACT)
def test_half_stays_exact(edition):
    assert scored("luxury-7 half", edition).status == 3.5


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_half_has_no_fraction(edition):
    assert isinstance(scored("luxury-8 half", edition).status, int)


def test_rounding_down_goes_down_below_zero_too():
    assert scored("minus-five half", "allplay-2025").status == -3


@pytest.mark.parametrize("edition", EXACT)
def test_half_of_a_negative_status_is_exact(edition):
    assert scored("minus-five half", edition).status == -2.5


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) - {"manual"}))
def test_minus_five_may_go_below_zero_and_is_doubled(edition):
    assert scored("luxury-2 minus-five prestige-1", edition).status == -6


def test_in_the_manual_minus_five_never_goes_below_zero():
    assert scored("luxury-2 minus-five prestige-1", "manual").status == 0
    assert scored("luxury-7 minus-five prestige-1", "manual").status == 4


def test_no_cards_score_nothing():
    assert scored("").status == 0
    assert scored("prestige-1").status == 0


def test_the_stars_score_their_printed_values():
    assert scored("excursions yacht-club gambling prestige-1", "allplay-2025").status == 34


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_poorest_cannot_win(edition):
    ending = an_ending(
        a_player("luxury-10", hand=(1,)),
        a_player("luxury-2", hand=(2,)),
        a_player("luxury-3", hand=(3,)),
        edition=edition,
    )
    result = result_of(ending)

    assert result.cast_out == (0,)
    assert result.winners == (2,)
    assert result.scores[0].status == 10
    assert result.decision is Decision.STATUS


def test_all_who_tie_as_poorest_are_cast_out():
    result = result_of(
        an_ending(
            a_player("luxury-10", hand=(1, 2)), a_player("luxury-9", hand=(3,)), a_player(hand=(4,))
        )
    )

    assert result.cast_out == (0, 1)
    assert result.winners == (2,)


def test_when_all_tie_as_poorest_nobody_wins():
    result = result_of(an_ending(a_player("luxury-9"), a_player("luxury-1"), a_player()))

    assert result.cast_out == (0, 1, 2)
    assert result.winners == ()
    assert result.decision is Decision.NOBODY


def test_gambling_doubles_the_money_before_the_poorest_is_found():
    result = result_of(
        an_ending(
            a_player("luxury-1 gambling", hand=(2,)),
            a_player("luxury-9", hand=(3,)),
            a_player("luxury-2", hand=(8,)),
            edition="allplay-2025",
        )
    )

    assert [score.money for score in result.scores] == [4_000, 3_000, 8_000]
    assert [score.hand for score in result.scores] == [2_000, 3_000, 8_000]
    assert result.cast_out == (1,)
    assert result.winners == (2,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tie_on_status_goes_to_the_most_money(edition):
    rich, richer = a_player("luxury-3", hand=(4,)), a_player("luxury-1 luxury-2", hand=(6,))

    assert winners(rich, richer, edition=edition) == ((1,), Decision.MONEY)


def test_gambling_counts_double_in_a_tie():
    gambler = a_player("luxury-5 gambling", hand=(4,))
    other = a_player("luxury-2 luxury-3", hand=(6,))

    assert winners(gambler, other, edition="allplay-2025") == ((0,), Decision.MONEY)


@pytest.mark.parametrize("edition", ["allplay-2025", "osprey-2018", "manual"])
def test_a_tie_on_money_goes_to_the_highest_luxury(edition):
    small, big = a_player("luxury-1 luxury-4", hand=(6,)), a_player("luxury-5", hand=(2, 4))

    assert winners(small, big, edition=edition) == ((1,), Decision.LUXURY)


@pytest.mark.parametrize("edition", ["classic", "spec"])
def test_a_tie_on_money_is_shared(edition):
    small, big = a_player("luxury-1 luxury-4", hand=(6,)), a_player("luxury-5", hand=(2, 4))

    assert winners(small, big, edition=edition) == ((0, 1), Decision.SHARED)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_stays_tied_is_shared(edition):
    assert winners(a_player(hand=(6,)), a_player(hand=(2, 4)), edition=edition) == (
        (0, 1),
        Decision.SHARED,
    )


def test_a_star_luxury_breaks_ties_by_its_printed_value():
    club, nine = a_player("yacht-club luxury-4", hand=(6,)), a_player("luxury-9", hand=(6,))
    trips, ten = a_player("excursions", hand=(6,)), a_player("luxury-10 luxury-2", hand=(6,))

    assert winners(club, nine, edition="allplay-2025") == ((1,), Decision.LUXURY)
    assert winners(trips, ten, edition="allplay-2025") == ((0,), Decision.LUXURY)


def test_three_may_tie_and_two_of_them_share():
    a = a_player("luxury-6", hand=(6,))
    b = a_player("luxury-1 luxury-5", hand=(2, 4))
    c = a_player("luxury-2 luxury-4", hand=(1, 3))

    assert winners(a, b, c, edition="classic") == ((0, 1), Decision.SHARED)


def test_the_smallest_luxury_beats_none_in_a_tie():
    one, none = a_player("luxury-1 half", hand=(6,)), a_player(hand=(6,))

    assert winners(none, one, edition="allplay-2025") == ((1,), Decision.LUXURY)


def test_a_running_game_has_no_result():
    with pytest.raises(ValueError, match="not over"):
        result_of(a_game("luxury-1"))
