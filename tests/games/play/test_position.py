"""What a process remembers of a game: it may be lost, may be behind, and never goes back."""

from random import Random

import pytest

from games.models import Game, LoggedAction
from games.play import moves
from games.play import position as memory
from games.play.position import remember
from games.play.stored_records import record_of
from games.text.errors import TableMovedOn
from tests.support.builders import a_game, a_sealed_round, bid, commit, everything, play_on
from tests.support.log_lines import from_the_log

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(2))
def test_memory_may_be_lost_at_any_moment(seed):
    chance = Random(seed)
    stars = "gambling excursions yacht-club"
    here = a_game("luxury-2", people=3 + seed, edition="allplay-2025", advanced=stars)
    while not here.state().is_over:
        play_on(here, chance, 1, boldness=0.3)
        remembered = here.position()
        if chance.random() < 0.5:
            assert from_the_log(here) == remembered


def test_the_log_alone_gives_the_whole_story(rng):
    here = a_game()
    play_on(here, rng)
    told = here.position()

    record = record_of(Game.objects.get())

    assert record.final == told.state
    assert len(record.actions) == told.version
    assert from_the_log(here).story == told.story


def test_a_process_that_is_behind_catches_up():
    """Another process has played on: this one still remembers an earlier position."""
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3), bid(1, 4), bid(2, 6))
    newest = here.position()
    memory._positions[here.game.pk] = earlier

    assert here.position() == newest
    memory._positions[here.game.pk] = earlier
    assert moves.play(moves.Move(here.game.pk, 3, bid(0, 4))).version == 4


def test_a_move_from_a_process_that_is_behind_is_refused_and_heals_it():
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3))
    newest = here.position()
    memory._positions[here.game.pk] = earlier

    before = everything()
    with pytest.raises(TableMovedOn):
        moves.play(moves.Move(here.game.pk, 0, bid(0, 25)))

    assert everything() == before
    assert memory._positions[here.game.pk] == newest


def test_sealed_cards_laid_in_two_processes_are_all_taken():
    here = a_sealed_round()
    opening = here.position()
    for seat in range(3):
        memory._positions[here.game.pk] = opening
        moves.play(moves.Move(here.game.pk, 0, commit(seat, (6, 8, 10)[seat])))

    assert LoggedAction.objects.count() == 3
    assert here.position() == from_the_log(here)


def test_memory_never_goes_back():
    here = a_game()
    earlier = here.position()
    here.do(bid(0, 3))

    remember(earlier)

    assert here.position().version == 1


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(memory, "MOST_POSITIONS", 2)
    for _ in range(4):
        here = a_game()
        here.position()

    assert len(memory._positions) == 2
    assert here.game.pk in memory._positions
