"""The lesson's deal, played by the engine as advised: each fact that the coach states holds."""

import pytest
from django.utils.translation import override

from games.engine.actions import Bid, Pass
from games.engine.cards import Card
from games.engine.events import Claimed, Disgraced, PaidToAvoid, Raised
from games.engine.history import Entry, positions, story
from games.engine.legal import legal_actions
from games.engine.money import TOTAL
from games.engine.scoring import Decision, result_of
from games.engine.violations import BidTooLow, CardNotInHand, EmptyBid, NotYourTurn
from games.lessons import coach
from games.lessons.script import (
    BARNABY,
    CLEMENTINE,
    DEAL,
    OCTAVIA,
    OPPONENTS,
    STEPS,
    YOU,
    line,
)
from games.lessons.steps import LAST, answer_to, step_from, takes_action
from games.text.errors import NoSuchStep

NUMBERS = {step.id: number for number, step in enumerate(STEPS, start=1)}
DECISIONS = [step.id for step in STEPS if step.advice]


def at(id):
    """The state at a step."""
    return line(NUMBERS[id])[-1].state


def after(id):
    """The events that follow from what is advised at a step, until the next step."""
    first, last = len(line(NUMBERS[id])), len(line(NUMBERS[id] + 1))
    return story(line(NUMBERS[id] + 1)[first:last])


def money(state, seat=YOU):
    """What a seat has in its hand and on the table, in thousands."""
    player = state.players[seat]
    return TOTAL[player.hand | player.bid] // 1_000


def raises(state):
    """What each legal bid of the learner would add, in thousands."""
    bids = [action for action in legal_actions(state, YOU) if isinstance(action, Bid)]
    return [sum(action.money) // 1_000 for action in bids]


def bid(*thousands):
    return Bid(YOU, frozenset(1_000 * each for each in thousands))


def answer(id, action):
    return answer_to(NUMBERS[id], action)


def test_the_lesson_is_short_and_has_seven_lots():
    assert 10 <= len(DECISIONS) <= 14
    assert line(LAST)[-1].state.revealed == 8
    assert len({character.id for character in OPPONENTS}) == 3


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_it_is_the_learner_s_turn_where_something_is_advised(step):
    state = at(step.id)

    assert (state.seats_to_act == (YOU,)) == (step.advice is not None)
    assert step.advice is None or step.advice in legal_actions(state, YOU)


def test_the_advised_deal_is_a_whole_game_of_the_engine():
    actions = [position.entry.action for position in line(LAST)[1:]]

    assert [*positions(DEAL, map(Entry, actions))] == [*line(LAST)]
    assert line(LAST)[-1].state.is_over
    assert not any(at(id).is_over for id in DECISIONS)


def test_what_is_laid_stays_and_is_added_to():
    state = at("add")

    assert TOTAL[state.players[YOU].bid] == 4_000
    assert state.highest == 8_000
    assert min(raises(state)) == 5
    assert Raised(YOU, 9_000, frozenset({2_000, 3_000})) in after("add")


def test_only_the_winner_pays():
    assert [event for event in after("won") if isinstance(event, Claimed)] == [
        Claimed(YOU, Card.LUXURY_8, 9_000)
    ]
    assert money(at("end-card")) == 97
    assert [money(at("end-card"), seat) for seat in (CLEMENTINE, BARNABY, OCTAVIA)] == [106] * 3


def test_the_winner_of_a_lot_begins_the_next_one():
    assert at("end-card").first == at("best-luxury").first == YOU


def test_no_change_is_given():
    state = at("no-change")

    assert state.highest == 10_000
    assert TOTAL[state.players[YOU].bid] == 6_000
    assert min(raises(state)) == 8


def test_passing_costs_nothing_but_the_lot():
    assert at("pass").highest == 15_000
    assert TOTAL[at("pass").players[YOU].bid] == 14_000
    assert money(at("pass")) == money(at("disgrace")) == 97
    assert Claimed(CLEMENTINE, Card.PRESTIGE_1, 15_000) in after("pass")


def test_a_disgrace_goes_to_the_first_who_passes_and_the_others_pay():
    events = after("avoided")

    assert at("disgrace").lot is Card.MINUS_FIVE
    assert Disgraced(BARNABY, Card.MINUS_FIVE) in events
    assert {event for event in events if isinstance(event, PaidToAvoid)} == {
        PaidToAvoid(YOU, 6_000),
        PaidToAvoid(CLEMENTINE, 7_000),
        PaidToAvoid(OCTAVIA, 3_000),
    }
    assert TOTAL[at("avoided").players[BARNABY].bid] == 2_000
    assert money(at("save"), BARNABY) == 106
    assert money(at("save")) == 91


def test_end_cards_are_counted_as_the_coach_counts_them():
    ends = {id: sum(card.is_end for card in DEAL.deck[: at(id).revealed]) for id in NUMBERS}

    assert ends["end-card"] == 1
    assert ends["double"] == 2
    assert ends["last-chance"] == 3
    assert ends["end"] == 4
    assert DEAL.deck[at("end").revealed - 1] is Card.HALF
    assert not any(Card.HALF in player.claimed for player in at("end").players)


def test_what_the_second_prestige_costs_and_gives():
    assert at("double").highest == 12_000
    assert at("raise").highest == 22_000
    assert TOTAL[at("raise").players[YOU].bid] == 15_000
    assert Claimed(YOU, Card.PRESTIGE_2, 23_000) in after("raise")


def test_money_can_be_counted_as_the_coach_counts_it():
    state = at("let-go")
    assert 106 - money(state) == 38
    assert 106 - money(state, CLEMENTINE) == 15 + 7
    assert TOTAL[state.players[CLEMENTINE].bid] == 25_000


def test_the_last_lot_would_make_the_learner_the_poorest():
    state = at("last-chance")
    others = [money(state, seat) for seat in (CLEMENTINE, BARNABY, OCTAVIA)]

    assert money(state) == 68
    assert money(state, CLEMENTINE) == 59
    assert min(raises(state)) == 26
    assert money(state) - 26 == 42 < min(others)


def test_the_one_with_the_most_status_is_the_poorest_and_cast_out():
    result = result_of(at("end"))
    status = [score.status for score in result.scores]
    left = [score.money for score in result.scores]

    assert status[CLEMENTINE] == max(status) == 40
    assert left[CLEMENTINE] == min(left) == 24_000
    assert result.cast_out == (CLEMENTINE,)
    assert result.winners == (YOU,)
    assert status[YOU] == 16
    assert result.decision is Decision.STATUS


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
def test_the_coach_says_something_short_at_every_step(step, language):
    with override(language):
        words = coach.words_of(step)

    assert 40 < len(words.text) < 250
    assert bool(words.task) == (step.advice is not None or step.id == "end")
    assert "%(" not in words.text + words.task


@pytest.mark.parametrize("number", range(1, LAST + 1))
def test_the_advised_action_needs_no_answer(number):
    advice = STEPS[number - 1].advice

    assert takes_action(number) == (advice is not None)
    assert advice is None or answer_to(number, advice) == ""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("id", DECISIONS)
def test_every_other_legal_action_gets_a_sentence(id, language):
    """All of them, up to two thousand at a step: none leads astray, none is left unanswered."""
    number, advice = NUMBERS[id], STEPS[NUMBERS[id] - 1].advice
    with override(language):
        answers = {
            answer_to(number, action) for action in legal_actions(at(id), YOU) if action != advice
        }

    assert all(text.endswith(".") and "%(" not in text for text in answers)


@pytest.mark.parametrize(
    ("id", "action", "words"),
    [
        ("first-bid", Pass(YOU), "You may pass: you pay nothing"),
        ("first-bid", bid(1), "goes on with another bid"),
        ("first-bid", bid(25), "You may bid 25, but if you win you pay all of it"),
        ("add", bid(6), "You may bid 10"),
        ("add", bid(1, 3, 2), "You may bid 10, but if you win you pay all of it"),
        ("disgrace", Pass(YOU), "you would take Passé and keep your money"),
        ("disgrace", bid(8), "You may bid 8"),
        ("save", bid(8, 1), "you have only 82 left"),
        ("last-chance", bid(1, 25), f"you would have 42 left and {OPPONENTS[0].name} 59"),
    ],
)
def test_another_action_is_answered_with_what_would_follow(id, action, words):
    assert words in answer(id, action)


def test_what_the_rules_forbid_is_refused_as_at_any_table():
    with pytest.raises(EmptyBid):
        answer("first-bid", bid())
    with pytest.raises(BidTooLow):
        answer("add", bid(1))
    with pytest.raises(CardNotInHand):
        answer("no-change", bid(2, 3))
    with pytest.raises(NotYourTurn):
        answer("first-bid", Pass(BARNABY))


@pytest.mark.parametrize("text", ["0", "16", "-1", "1.5", "one", "", " 1", "１", "9" * 5_000])
def test_an_address_may_name_a_step_that_does_not_exist(text):
    with pytest.raises(NoSuchStep):
        step_from(text)
