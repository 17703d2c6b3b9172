"""Every bot plays every edition to the end; what is illegal would raise.

`BOT_GAMES=1000` plays so many games at each table instead of a few.
"""

import os
from random import Random

import pytest

from games.bots import BOTS, PLAYERS
from tests.support.bot_games import TABLES, a_shuffled_deal, turns

GAMES = int(os.environ.get("BOT_GAMES", "2"))
FEEL = ("random", "novice", "regular")


@pytest.mark.parametrize(("edition", "seats", "stars"), TABLES)
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_finishes_its_games(name, edition, seats, stars):
    rng = Random(f"{name}{edition}{seats}{stars}")
    for _ in range(GAMES if name in FEEL else (GAMES + 3) // 4):
        deal = a_shuffled_deal(edition, seats, stars, rng)
        others = [PLAYERS[rng.choice(FEEL)] for _ in range(seats - 1)]
        *_, (final, _, _) = turns(deal, [PLAYERS[name], *others], rng)
        assert final.is_over
