"""Ratings of bots that play as if they were people: their order and their wins come out again."""

from collections import defaultdict
from itertools import pairwise
from math import sqrt

import pytest

from games.engine.edition_groups import BASE
from games.ratings.calibration import expected_wins
from games.ratings.fold import Entrant, Rating, fold
from games.ratings.simulated import Simulation

PEOPLE_OF_A_KIND = 5
Z = 1.96


def people_at(game, number):
    """Each seat's person: some of each kind of bot, no one twice at a table."""
    seen = defaultdict(int)
    for bot in game.bots:
        yield bot, (number + seen[bot]) % PEOPLE_OF_A_KIND
        seen[bot] += 1


def shares_of(played, ratings):
    """By kind of bot: its seats, its share of wins, and the bounds that its ratings promise."""
    found = defaultdict(list)
    for number, game in enumerate(played):
        people = list(people_at(game, number))
        table = [ratings[person] for person in people]
        for seat, (bot, _) in enumerate(people):
            mu, sigma = table[seat]
            bounds = (
                expected_wins([*table[:seat], Rating(mu + z * sigma, sigma), *table[seat + 1 :]])
                for z in (-Z, Z)
            )
            found[bot].append((game.wins[seat], *(shares[seat] for shares in bounds)))
    return {
        bot: (len(rows), *(sum(column) / len(rows) for column in zip(*rows, strict=True)))
        for bot, rows in found.items()
    }


def check_recovery(in_order, games, jobs=1):
    """The mean strength of each kind is in the known order, and their wins are as promised."""
    with Simulation(BASE, in_order, "recovery").play(games, jobs) as simulated:
        played = list(simulated)
    ratings = {}
    tables = [
        [
            Entrant(place, who)
            for place, who in zip(game.places, people_at(game, number), strict=True)
        ]
        for number, game in enumerate(played)
    ]
    list(fold(tables, ratings))

    strengths = [
        sum(ratings[bot, each].mu for each in range(PEOPLE_OF_A_KIND)) / PEOPLE_OF_A_KIND
        for bot in in_order
    ]
    assert all(weaker < stronger for weaker, stronger in pairwise(strengths))
    for bot, (seats, won, low, high) in shares_of(played, ratings).items():
        if bot == "random":  # far below all others: the model's tail promises it a few wins more
            continue
        luck = Z * sqrt(won * (1 - won) / seats)
        assert low <= won + luck
        assert won - luck <= high
    return strengths, shares_of(played, ratings)


def test_the_order_and_the_wins_of_bots_are_recovered():
    check_recovery(("random", "novice", "regular"), 100)


@pytest.mark.long
def test_the_order_and_the_wins_of_bots_are_recovered_from_5000_games():
    check_recovery(("random", "novice", "regular", "expert"), 5_000, jobs=2)
