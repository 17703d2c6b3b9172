"""What a process remembers of games: those that run, and a few of those that are over."""

import pytest

from games.play import position
from games.play.position import forget_positions, position_of
from tests.support.builders import a_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(position, "MOST_ENDED", 2)
    forget_positions()


def remembered():
    return {*position._positions, *position._ended}


def test_games_that_are_over_make_room_for_each_other(rng):
    running, *over = (a_game() for _ in range(5))
    play_on(running, rng, 3)
    for game in over:
        play_on(game, rng)

    assert remembered() == {each.game.pk for each in (running, *over[-2:])}


def test_a_game_that_is_over_and_forgotten_is_as_it_was(rng):
    here = a_game()
    play_on(here, rng)
    here.game.refresh_from_db()
    end = position_of(here.game.pk, here.game.version)
    assert end.state.is_over

    forget_positions()

    assert position_of(here.game.pk, here.game.version) == end
