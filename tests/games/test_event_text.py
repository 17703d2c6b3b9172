"""One short sentence for each thing that happened, in the edition's words."""

from typing import get_args

import pytest
from django.utils import translation
from hypothesis import given, settings

from games.engine.cards import Card
from games.engine.editions import EDITIONS
from games.engine.events import (
    Claimed,
    Committed,
    Disgraced,
    Ended,
    Event,
    LuxuryLost,
    PaidToAvoid,
    Passed,
    Raised,
    Revealed,
    SealedOpened,
    TheftWaits,
    TookBack,
    Unsold,
    events_of,
    opening_events,
)
from games.engine.scoring import result_of
from games.engine.violations import BidTooLow, NotYourTurn
from games.text import own_events
from games.text.card_names import lot_name
from games.text.events import Narrator, is_about, refusal_text
from games.text.numbers import money_text, status_text
from tests.support.positions import a_player, an_ending
from tests.support.strategies import records
from tests.support.violations import every_violation

NAMES = ("North", "East", "South", "West")


def test_every_event_about_a_seat_has_a_sentence_for_its_own_player():
    about_a_seat = {kind for kind in get_args(Event) if "seat" in kind.__slots__}

    assert about_a_seat == own_events.WORDS.keys()


def told(event, edition="osprey-2018"):
    return Narrator(EDITIONS[edition], NAMES).tell(event)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Revealed(Card.LUXURY_7, 0), "Luxury 7 is turned up."),
        (Revealed(Card.PRESTIGE_2, 3), "Prestige is turned up, end card 3 of 4."),
        (Raised(2, 15_000, frozenset({15_000})), "South bids 15."),
        (Passed(0), "North passes."),
        (Claimed(1, Card.LUXURY_10, 8_000), "East buys Luxury 10 for 8."),
        (Claimed(1, Card.PRESTIGE_1, 0), "East gets Prestige for nothing."),
        (Disgraced(2, Card.HALF), "South passes and takes Scandale."),
        (PaidToAvoid(0, 12_000), "North pays 12."),
        (TheftWaits(1), "Faux Pas waits for the next Luxury that East gets."),
        (LuxuryLost(1, Card.LUXURY_4), "East loses Luxury 4."),
        (TookBack((1,)), "East takes back their highest spent note."),
        (TookBack((0, 1, 3)), "North, East and West each take back their highest spent note."),
        (Committed(3), "West plays a card face down."),
        (SealedOpened((1_000, 0, 25_000)), "The face-down cards are: North 1, South 25."),
        (Unsold(Card.YACHT_CLUB), "Nobody gets Yacht Club."),
    ],
)
def test_each_event_has_its_sentence(event, sentence):
    assert told(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Raised(2, 15_000, frozenset({15_000})), "You bid 15."),
        (Claimed(2, Card.LUXURY_10, 8_000), "You buy Luxury 10 for 8."),
        (Claimed(2, Card.PRESTIGE_1, 0), "You get Prestige for nothing."),
        (Disgraced(2, Card.HALF), "You pass and take Scandale."),
        (PaidToAvoid(2, 12_000), "You pay 12."),
        (TheftWaits(2), "Faux Pas waits for the next Luxury that you get."),
        (LuxuryLost(2, Card.LUXURY_4), "You lose Luxury 4."),
        (SealedOpened((1_000, 0, 25_000)), "The face-down cards are: North 1, You 25."),
        (TookBack((2,)), "You take back your highest spent note."),
        (TookBack((0, 2)), "You and North each take back your highest spent note."),
        (Passed(0), "North passes."),
    ],
)
def test_the_reader_is_you(event, sentence):
    assert Narrator(EDITIONS["osprey-2018"], NAMES, 2).tell(event) == sentence
    assert is_about(event, 2) == (sentence != told(event))


def test_the_reader_is_you_at_the_end():
    rich, poor = a_player("luxury-9", hand=(25,)), a_player("luxury-7", hand=(1,))
    ended = Ended(result_of(an_ending(rich, poor, a_player(hand=(20,)))))
    winner, last = (Narrator(EDITIONS["osprey-2018"], NAMES, seat).tell(ended) for seat in (0, 1))

    assert winner == "The game is over. East is cast out. You win with a status of 9."
    assert last == "The game is over. You are cast out. North wins with a status of 9."


def test_the_reader_is_you_among_those_who_are_cast_out_or_share_the_win():
    rich, poor = a_player("luxury-7", hand=(25,)), a_player("luxury-9", hand=(1,))
    ended = Ended(result_of(an_ending(rich, poor, poor, rich, edition="classic")))
    winner, last = (Narrator(EDITIONS["classic"], NAMES, seat).tell(ended) for seat in (3, 2))

    assert winner.endswith(" You and North share the win with a status of 7.")
    assert last.startswith("The game is over. You and East are cast out. ")


@pytest.mark.parametrize(
    ("edition", "sentence"),
    [
        ("allplay-2025", "South passes and takes the ½ scandal."),
        ("classic", "South passes and takes Scandal."),
        ("osprey-2018", "South passes and takes Scandale."),
        ("manual", "South passes and takes Scandale."),
        ("spec", "South passes and takes Scandal."),
    ],
)
def test_the_words_are_the_edition_s(edition, sentence):
    assert told(Disgraced(2, Card.HALF), edition) == sentence


@pytest.mark.parametrize(
    ("edition", "amount"),
    [
        ("allplay-2025", "$25,000"),
        ("classic", "25,000"),
        ("osprey-2018", "25"),
        ("manual", "25"),
        ("spec", "25000"),
    ],
)
def test_money_is_written_as_the_edition_does(edition, amount):
    assert money_text(EDITIONS[edition], 25_000) == amount


def test_money_is_written_as_the_language_does():
    with translation.override("de"):
        assert money_text(EDITIONS["classic"], 106_000) == "106.000"


def test_every_card_has_a_name_in_every_edition():
    for edition in EDITIONS.values():
        names = [lot_name(edition, card) for card in Card]
        assert len(set(names)) == len(names) - 2, "only the three prestige cards share one"


@pytest.mark.parametrize(
    ("status", "text"),
    [(14, "14"), (9.5, "9½"), (0.5, "½"), (0, "0"), (-3, "−3"), (-2.5, "−2½"), (-0.5, "−½")],
)
def test_a_status_is_written_with_signs_people_know(status, text):
    assert status_text(status) == text


def ended(*players, edition="classic"):
    return told(Ended(result_of(an_ending(*players, edition=edition))), edition)


def test_the_end_tells_who_is_out_and_who_won():
    poor, rich = a_player("luxury-9", hand=(1,)), a_player("luxury-7 half", hand=(3,))

    assert ended(poor, rich, a_player(hand=(2,))) == (
        "The game is over. North is cast out. East wins with a status of 3½."
    )


def test_the_end_tells_of_a_shared_win():
    winner = a_player("luxury-7", hand=(3,))

    assert ended(a_player(hand=()), winner, a_player(hand=()), winner) == (
        "The game is over. North and South are cast out. "
        "East and West share the win with a status of 7."
    )


def test_the_end_tells_when_nobody_wins():
    assert ended(a_player(), a_player(), a_player()) == (
        "The game is over. All are cast out and nobody wins."
    )


def test_a_refusal_speaks_the_edition_s_money():
    violation = BidTooLow(total=12_000, highest=15_000)

    assert refusal_text(EDITIONS["allplay-2025"], violation) == (
        "A bid of $12,000 doesn’t beat $15,000. Add more, or pass."
    )
    assert refusal_text(EDITIONS["spec"], NotYourTurn()) == "It is not your turn."


def test_every_violation_has_its_own_code_and_a_sentence():
    violations = list(every_violation())

    assert len({violation.code for violation in violations}) == len(violations) >= 15
    assert all(violation.sentence.endswith(".") for violation in violations)


@given(records())
@settings(max_examples=50)
def test_every_event_of_every_game_can_be_told(record):
    narrator = Narrator(record.deal.edition, record.names)
    events = list(opening_events(record.states[0]))
    for before, action, after in zip(
        record.states, record.actions, record.states[1:], strict=False
    ):
        events.extend(events_of(before, action, after))
    for event in events:
        sentence = narrator.tell(event)
        assert sentence.endswith(".")
        assert "%" not in sentence
