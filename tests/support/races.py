"""Races: many threads act at the same moment; `script/soak races` runs some a thousand times."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from games.engine.actions import Pass
from games.models import Game, LoggedAction
from games.play import moves
from games.play.position import StoredPosition, forget_positions
from games.text.errors import TableMovedOn
from tests.support.builders import a_game, a_sealed_round, bid, commit


def at_once(*calls):
    """Make all calls at the same moment, each in a thread of its own; what came of each."""
    ready = Barrier(len(calls))

    def run(call):
        try:
            connections["default"].ensure_connection()
            ready.wait(60)
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def kinds(answers):
    return Counter(type(answer) for answer in answers)


def is_whole(here):
    """The log has no gap, and folding it gives what is remembered."""
    remembered = here.position()
    numbers = list(LoggedAction.objects.filter(game=here.game).values_list("number", flat=True))
    assert numbers == list(range(Game.objects.get(pk=here.game.pk).version))
    forget_positions()
    assert here.position() == remembered


def the_same_bid_sent_32_times_at_once_is_one_action():
    here = a_game()

    answers = at_once(*[lambda: moves.play(moves.Move(here.game.pk, 0, bid(0, 3)))] * 32)

    assert kinds(answers) == {StoredPosition: 1, TableMovedOn: 31}
    assert here.position().version == 1
    is_whole(here)


def of_two_tabs_one_plays():
    here = a_game()

    for version in range(0, 8, 2):
        forget_positions()
        seat = here.state().turn
        answers = at_once(
            lambda seat=seat, version=version: moves.play(
                moves.Move(here.game.pk, version, Pass(seat))
            ),
            lambda seat=seat, version=version: moves.play(
                moves.Move(here.game.pk, version, bid(seat, (1, 2, 3, 4)[version // 2]))
            ),
        )
        assert kinds(answers) == {StoredPosition: 1, TableMovedOn: 1}
        here.do(Pass(here.state().turn))
    is_whole(here)


def a_stale_version_never_counts():
    here = a_game()
    here.do(bid(0, 3))

    answers = at_once(
        *[lambda: moves.play(moves.Move(here.game.pk, 0, bid(1, 4)))] * 8,
        *[lambda: moves.play(moves.Move(here.game.pk, 1, bid(1, 4)))] * 2,
        *[lambda: moves.play(moves.Move(here.game.pk, 2, bid(1, 6)))] * 2,
    )

    assert kinds(answers)[StoredPosition] == 1
    assert here.position().version == 2
    assert '"cards":[4000]' in LoggedAction.objects.get(game=here.game, number=1).payload
    is_whole(here)


def the_same_sealed_card_sent_many_times_is_laid_once():
    here = a_sealed_round(people=3)

    answers = at_once(*[lambda: moves.play(moves.Move(here.game.pk, 0, commit(0, 25)))] * 8)

    assert kinds(answers)[StoredPosition] == 1
    assert here.position().version == 1
    is_whole(here)


RACES = (
    the_same_bid_sent_32_times_at_once_is_one_action,
    of_two_tabs_one_plays,
    a_stale_version_never_counts,
    the_same_sealed_card_sent_many_times_is_laid_once,
)
