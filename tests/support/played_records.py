"""Records of games that were played here, with and without the seed."""

from dataclasses import replace
from random import Random

from games.engine.record import Record
from games.models import Game
from games.play.stored_records import record_of
from tests.support.builders import a_game, play_on


def played(actions: int | None = None, **options: object) -> Record:
    here = a_game(**options)
    play_on(here, Random(5), **({} if actions is None else {"actions": actions}))
    return record_of(Game.objects.get(pk=here.game.pk))


def without_seed(record: Record) -> Record:
    return replace(record, seed=None)
