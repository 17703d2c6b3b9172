"""A table asked: what it refuses, what its log alone tells, and a line for the log."""

import pytest

from games.models import LoggedAction
from games.play import moves
from games.play.position import forget_positions
from tests.support.builders import everything


def refused(refusal, here, version, action):
    """The move is refused with a sentence; log, game and memory are as they were."""
    before, position = everything(), here.position()
    with pytest.raises(refusal) as no:
        moves.play(moves.Move(here.game.pk, version, action))
    assert str(no.value)
    assert everything() == before
    assert here.position() == position


def from_the_log(here):
    forget_positions()
    return here.position()


def a_line(here, **facts):
    row = {"number": 1, "seat": 0, "payload": "{}", "hash": "", "at": here.game.started_at}
    return LoggedAction(game=here.game, **(row | facts))
