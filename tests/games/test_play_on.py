"""Playing on from a moment of a game that is over."""

from random import Random

import pytest

from games.archive.stored_games import record_of
from games.archive.verifying import faults_of
from games.bots.characters import CHARACTERS
from games.engine.record import Record
from games.models import Game, Member, Room
from games.play import clock, moves
from games.play.position import deal_of, forget_positions, position_of
from games.replays.play_on import play_on, shuffled_anew
from games.text.errors import NothingToPlay
from tests.support.builders import a_game, a_person, a_sealed_round, commit, everything
from tests.support.builders import play_on as play_randomly
from tests.support.played_records import played
from tests.support.strategies import some_action

pytestmark = pytest.mark.django_db


def continued(record: Record, ply: int, seat: int = 1, level: str = "novice") -> Game:
    room = play_on(record, ply, a_person("Zoe"), seat, level)
    return Game.objects.get(room=room)


@pytest.mark.parametrize("ply", [0, 1, 7, 20])
def test_the_new_game_stands_where_the_old_one_stood(ply):
    record = played(edition="allplay-2025", advanced="gambling excursions yacht-club")
    game = continued(record, ply)
    forget_positions()

    state, then = position_of(game.pk, game.version).state, record.states[ply]

    assert state._replace(deal=then.deal) == then
    assert (game.status, game.origin, game.version) == ("running", "continued", ply)
    assert record_of(game).actions == record.actions[:ply]
    assert faults_of(game) == []


def test_what_was_seen_stays_and_the_rest_is_shuffled_anew():
    record = played()
    deal, revealed = record.deal, record.states[4].revealed

    decks = [shuffled_anew(deal, revealed).deck for _ in range(50)]

    assert {deck[:revealed] for deck in decks} == {deal.deck[:revealed]}
    assert all(sorted(deck, key=str) == sorted(deal.deck, key=str) for deck in decks)
    assert len(set(decks)) > 45


def test_neither_old_order_nor_old_seed_is_kept_with_the_new_game():
    record = played()
    game = continued(record, 4)

    assert deal_of(game, 3).deck != record.deal.deck
    assert record.seed.hex() not in {game.seed, game.salt}


def test_the_viewer_has_the_chosen_seat_and_characters_have_the_others():
    game = continued(played(), 4, seat=2, level="expert")
    members = Member.objects.filter(room=game.room).order_by("chair")

    assert [seat.name for seat in game.seats.all()] == [each.player.name for each in members]
    assert [bool(each.player.bot) for each in members] == [True, True, False]
    assert members[2].player.name == "Zoe"
    assert {CHARACTERS[each.player.bot].level for each in members[:2]} == {"expert"}
    assert len({each.player.name for each in members}) == 3
    assert game.room.host == members[2].player


def test_the_room_plays_by_the_options_of_the_game():
    record = played(edition="allplay-2025", advanced="yacht-club", show_spent=True)

    room = continued(record, 3).room

    assert (room.edition, room.advanced) == ("allplay-2025", ["yacht-club"])
    assert (room.show_spent, room.seats) == (True, 3)


def test_bots_play_on_by_themselves():
    record = played()
    ply = next(n for n, state in enumerate(record.states) if n > 3 and 1 not in state.seats_to_act)
    game = continued(record, ply)

    questions = clock.due_questions(game.due_at)

    assert [question.game_id for question in questions] == [game.pk]
    assert questions[0].version == ply
    assert questions[0].view.seat in record.states[ply].seats_to_act


def test_it_can_be_played_to_its_end(rng):
    game = continued(played(), 5)
    while not (state := position_of(game.pk, game.version).state).is_over:
        moves.play(moves.Move(game.pk, game.version, some_action(state, rng, 0.5)))
        game.refresh_from_db()

    assert game.status == Game.Status.FINISHED
    assert faults_of(game) == []


def test_a_sealed_round_goes_on_with_the_cards_that_lie_there():
    here = a_sealed_round()
    here.do(commit(1, 25))
    record = record_of(Game.objects.get(pk=here.game.pk))

    game = continued(record, 1, seat=0)

    assert position_of(game.pk, 1).face_down_cards == 1


def test_there_is_nothing_to_play_once_the_game_is_over():
    here = a_game()
    play_randomly(here, Random(5))
    record, zoe = record_of(Game.objects.get(pk=here.game.pk)), a_person("Zoe")
    before = everything()

    with pytest.raises(NothingToPlay):
        play_on(record, len(record.actions), zoe, 0, "novice")
    assert everything() == before
    assert Room.objects.count() == 1
