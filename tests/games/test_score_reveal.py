"""The end as it is told: the order of its stages, and the cards behind every number."""

import pytest

from games.engine.editions import EDITIONS
from games.engine.scoring import result_of
from games.screens.score_reveal import score_reveal_of
from games.screens.table_facts import Table
from tests.support.golden import FINISHED
from tests.support.positions import a_player, an_ending

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")


def told(*players, edition="osprey-2018", me=None):
    state = an_ending(*players, edition=edition)
    table = Table(EDITIONS[edition], NAMES[: len(players)], "/")
    claimed = [player.claimed for player in state.players]
    return score_reveal_of(table, result_of(state), claimed, me)


ANN = a_player("luxury-3 prestige-1 luxury-4 prestige-2", hand=(25,))
BOB = a_player("luxury-9 minus-five half", hand=(20,))
CID = a_player("luxury-10", hand=(1,))


def test_the_stages_follow_the_rules_and_leave_out_what_nobody_has():
    captions = [stage.caption for stage in told(ANN, BOB, CID).stages]

    assert captions == [
        *("The money is counted", "Cid is cast out", "Luxury", "Passé"),
        *("Prestige", "Prestige", "Scandale"),
    ]


def test_the_reader_is_you_in_the_caption_and_in_their_row():
    reveal = told(ANN, BOB, CID, CID, me=3)

    assert reveal.stages[1].caption == "You and Cid are cast out"
    assert [line.name for line in reveal.lines] == ["Ann", "Bob", "Cid", "You"]
    assert reveal.lines[3].initial == "D"
    assert told(ANN, BOB, CID, me=2).stages[1].caption == "You are cast out"


def test_each_step_shows_its_cards_and_the_status_after_it():
    ann, bob, cid = told(ANN, BOB, CID).lines

    assert [(step.name, step.status, len(step.cards)) for step in ann.steps] == [
        *(("Luxury", "7", 2), ("Prestige", "14", 1), ("Prestige", "28", 1))
    ]
    assert [step.status for step in bob.steps] == ["9", "4", "2"]
    assert [step.status for step in cid.steps] == ["10"]


def test_a_status_stands_until_the_next_step_of_the_same_seat():
    ann, bob, _ = told(ANN, BOB, CID).lines

    assert [(step.stage, step.until) for step in ann.steps] == [(2, 4), (4, 5), (5, 7)]
    assert [(step.stage, step.until) for step in bob.steps] == [(2, 3), (3, 6), (6, 7)]


def test_money_is_measured_by_the_richest():
    ann, bob, cid = told(ANN, BOB, CID).lines

    assert (ann.share, bob.share, cid.share) == (100, 80, 4)
    assert (ann.is_winner, cid.is_cast_out, ann.is_doubled) == (True, True, False)


def test_gambling_doubles_the_money_and_counts_for_no_status():
    gambler = a_player("gambling luxury-2", hand=(10,))

    line = told(gambler, ANN, BOB, edition="allplay-2025").lines[0]

    assert (line.hand, line.money, line.is_doubled) == ("$10,000", "$20,000", True)
    assert [card.id for card in line.others] == ["gambling"]
    assert [step.status for step in line.steps] == ["2"]


def test_a_tie_says_what_decided_it():
    rich, poor = a_player("luxury-7", hand=(25,)), a_player("luxury-7", hand=(20,))

    assert told(rich, poor, CID).tie == "The status was equal: more money decided."
    assert told(ANN, BOB, CID).tie == ""


def test_all_may_be_cast_out():
    reveal = told(*[a_player("luxury-7", hand=(25,))] * 3)

    assert reveal.stages[1].caption == "All are cast out"
    assert not any(line.is_winner for line in reveal.lines)


@pytest.mark.parametrize("record", FINISHED)
def test_no_recorded_game_takes_longer_than_ten_seconds_to_tell(record):
    table = Table(record.deal.edition, NAMES[: record.deal.seats], "/")
    claimed = [player.claimed for player in record.final.players]

    reveal = score_reveal_of(table, result_of(record.final), claimed)

    assert 6_000 <= sum(stage.pause for stage in reveal.stages) <= 10_000
