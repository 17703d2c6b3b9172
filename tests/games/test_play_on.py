"""Playing on from a moment of a game that is over."""

import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest

from games import screens
from games.accounts.erasure import erase
from games.archive.importing import archive
from games.archive.verifying import faults_of
from games.bots.characters import CHARACTERS
from games.engine.actions import Pass
from games.engine.record import Record
from games.models import Game, Member, Room
from games.play import clock, moves
from games.play.position import deal_of, forget_positions, position_of
from games.play.stored_records import record_of
from games.replays.play_on import play_on, shuffled_anew
from games.replays.replay import loaded, moments_of
from games.rooms import hosting, starting
from games.text.errors import NothingToPlay
from tests.support.builders import (
    Table,
    a_game,
    a_person,
    a_room,
    a_sealed_round,
    commit,
    everything,
    import_record,
)
from tests.support.builders import play_on as play_randomly
from tests.support.played_records import played
from tests.support.strategies import some_action

pytestmark = pytest.mark.django_db


def continued(record: Record, ply: int, seat: int = 1, level: str = "novice") -> Game:
    return continued_from(import_record(record, archive()), ply, seat, level)


def continued_from(game: Game, ply: int, seat: int = 1, level: str = "novice") -> Game:
    room = play_on(loaded(game), ply, a_person("Zoe"), seat, level)
    return Game.objects.get(room=room)


def told(game: Game) -> list[str]:
    """The log of the game's table, line by line."""
    snapshot = screens.load(Room.objects.get(games=game))
    html = screens.whole_log_html(snapshot.table, snapshot.position)
    return [unescape(line) for line in re.findall(r"<li[^>]*>\s*(.*?)\s*</li>", html)]


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


def a_game_with_bots(level: str = "regular") -> Game:
    """Ann, Bob and two bots have played a while."""
    here = a_room(2, seats=4)
    for _ in range(2):
        hosting.seat_bot(here.room.pk, here.people[0], level)
    here.game = starting.start(here.room.pk, here.people[0])
    play_randomly(here, Random(5), 25)
    return Game.objects.get(pk=here.game.pk)


@pytest.mark.parametrize("level", ["regular", "master"])
def test_bots_keep_their_seats_names_and_characters(level):
    old = a_game_with_bots("regular")
    was = [(seat.name, seat.player.bot) for seat in old.seats.all()]

    game = continued_from(old, 9, seat=0, level=level)

    now = [(seat.name, seat.player.bot) for seat in game.seats.all()]
    faces = [CHARACTERS[bot].face for _, bot in was[2:]]
    assert now[0] == ("Zoe", "")
    assert [name for name, _ in now[2:]] == [name for name, _ in was[2:]]
    assert [CHARACTERS[bot].face for _, bot in now[2:]] == faces
    assert {CHARACTERS[bot].level for _, bot in now[1:]} == {level}
    assert now[1][0] not in {"Bob", "Ann", "Zoe", was[2][0], was[3][0]}


def test_a_bot_that_was_imported_is_known_by_its_name():
    record = replace(played(), names=("Ann", "Zoe", "Lady Octavia"))

    game = continued(record, 4, seat=0, level="expert")

    octavia = game.seats.get(number=2)
    assert (octavia.name, octavia.player.bot) == ("Lady Octavia", "octavia-expert")
    assert game.seats.get(number=1).name not in {"Ann", "Zoe"}


def test_a_bot_whose_name_the_player_has_gets_a_numeral():
    record = replace(played(), names=("Ann", "Bob", "Lady Octavia"))
    replay = loaded(import_record(record, archive()))

    room = play_on(replay, 4, a_person("lady octavia"), 0, "expert")

    assert Game.objects.get(room=room).seats.get(number=2).name == "Lady Octavia II"


def test_the_copied_log_is_told_with_the_names_of_those_who_played():
    old = a_game_with_bots()
    was = [seat.name for seat in old.seats.all()]
    story = [moment.sentence for moment in moments_of(loaded(old))[:10]]

    game = continued_from(old, 9, seat=0)
    now = [seat.name for seat in game.seats.all()]

    assert " ".join(told(game)[:-1]) == " ".join(story)
    assert told(game)[-1] == f"Played on from here: Zoe for Ann, {now[1]} for Bob."
    assert was[2:] == now[2:]
    old_lines, state = told(game), position_of(game.pk, game.version).state
    moves.play(moves.Move(game.pk, 9, Pass(state.seats_to_act[0])))
    assert any(line.startswith(now[state.seats_to_act[0]]) for line in told(game)[len(old_lines) :])
    again = moments_of(loaded(Game.objects.get(pk=game.pk)))
    assert [moment.sentence for moment in again[:10]] == story


def a_game_and_a_lot_of_a_person() -> tuple[Game, int]:
    """The deck is random: in some games the bots get every lot."""
    while True:
        old = a_game_with_bots()
        for moment in moments_of(loaded(old)):
            taken = re.search(r"(^|\. )(Ann|Bob) (buys|gets)", moment.sentence)
            if taken and moment.seat is not None:
                return old, moment.ply


def test_the_last_lot_is_told_with_the_name_of_who_got_it():
    old, sold = a_game_and_a_lot_of_a_person()

    game = continued_from(old, sold, seat=2)
    snapshot = screens.load(game.room)
    viewer = screens.viewer_of(snapshot, None, "")

    assert re.search("(Ann|Bob) (buys|gets)", screens.table_parts(snapshot, viewer)["last-lot"])


def test_a_copy_of_a_copy_remembers_both():
    old = a_game_with_bots()
    once = continued_from(old, 5, seat=0)
    here = Table(once.room, [], once)
    play_randomly(here, Random(6), 4)
    middle = once.seats.get(number=1).name

    twice = continued_from(Game.objects.get(pk=once.pk), 8, seat=1)

    lines = told(twice)
    assert f"Played on from here: Zoe for Ann, {middle} for Bob." in lines
    assert lines[-1].startswith("Played on from here: ")
    assert continued_from(once, 3, seat=0).continues == once


def test_nothing_of_a_player_who_was_erased_is_told():
    old = a_game_with_bots()
    game = continued_from(old, 9, seat=0)
    assert "Bob" in " ".join(told(game))

    erase(old.seats.get(number=1).player)

    assert "Bob" not in " ".join(told(game))
    assert "Incognito" in " ".join(told(game))


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

    game = continued_from(Game.objects.get(pk=here.game.pk), 1, seat=0)

    assert position_of(game.pk, 1).face_down_cards == 1


def test_there_is_nothing_to_play_once_the_game_is_over():
    here = a_game()
    play_randomly(here, Random(5))
    replay, zoe = loaded(Game.objects.get(pk=here.game.pk)), a_person("Zoe")
    before = everything()

    with pytest.raises(NothingToPlay):
        play_on(replay, replay.last, zoe, 0, "novice")
    assert everything() == before
    assert Room.objects.count() == 1
