"""What is counted when a game is played."""

import pytest
from prometheus_client import REGISTRY

from games.engine.actions import Pass
from games.engine.history import BY_BOT, BY_CLOCK
from games.engine.violations import NotYourTurn
from games.play import clock
from games.play.moves import Move, play
from games.process import metrics
from tests.support.builders import a_game

pytestmark = pytest.mark.django_db(transaction=True)


def moves(by):
    return REGISTRY.get_sample_value("highsociety_moves_total", {"by": by})


@pytest.mark.parametrize(("by", "actor"), [("", "player"), (BY_BOT, "bot"), (BY_CLOCK, "clock")])
def test_a_committed_move_is_counted_by_who_acted(by, actor):
    table = a_game()
    before = moves(actor)

    play(Move(table.game.pk, 0, Pass(0), by))

    assert moves(actor) == before + 1


def test_a_refused_move_is_not_counted():
    table = a_game()
    before = moves("player")

    with pytest.raises(NotYourTurn):
        play(Move(table.game.pk, 0, Pass(1)))

    assert moves("player") == before


def test_who_is_unknown_to_the_metrics_keeps_no_move_from_being_played():
    metrics.moved("somebody new")


def test_games_that_are_due_are_counted_with_the_age_of_the_oldest():
    table = a_game()
    now = table.game.started_at
    type(table.game).objects.update(due_at=now)

    assert clock.waiting(now) == (1, now)
    type(table.game).objects.update(due_at=None)
    assert clock.waiting(now) == (0, None)
