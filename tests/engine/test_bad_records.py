"""Records that are refused: the code, the field and the action are named."""

import copy

import pytest

from games.engine.record import BadRecord, from_data, from_text
from tests.support.positions import bid, discard, passes
from tests.support.records import a_finished_record, a_record, refusal


@pytest.mark.parametrize("data", [None, [], "record", 7, True])
def test_a_record_is_an_object(data):
    assert refusal(data).code == "not-an-object"


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("format", "high-society-record/2", "format"),
        ("format", None, "format"),
        ("edition", "osprey-2019", "edition"),
        ("edition", [], "edition"),
        ("advanced", ["gambling"], "advanced"),
        ("advanced", None, "advanced"),
        ("advanced", {"gambling": 1}, "advanced"),
        ("advanced", ["roulette"], "unknown-card"),
        ("advanced", [["gambling"]], "unknown-card"),
        ("show_spent", 0, "show-spent"),
        ("show_spent", None, "show-spent"),
        ("seats", ["a", "b"], "seats"),
        ("seats", ["a", "b", "c", "d", "e", "f"], "seats"),
        ("seats", ["a", "b", 3], "seats"),
        ("seats", ["a", "b", "\ud800"], "seats"),
        ("seats", 3, "seats"),
        ("first_seat", 3, "first-seat"),
        ("first_seat", -1, "first-seat"),
        ("first_seat", True, "first-seat"),
        ("first_seat", 0.0, "first-seat"),
        ("deck", [], "deck"),
        ("deck", "luxury-1", "deck"),
        ("deck", ["luxury-11"], "unknown-card"),
        ("deck", [None], "unknown-card"),
        ("actions", {}, "actions"),
        ("actions", None, "actions"),
        ("seed", "abc", "seed"),
        ("seed", 7, "seed"),
        ("seed", None, "seed"),
        ("seed", "0" * 64, "seed"),
        ("seed", "g" * 64, "seed"),
        ("seed", "A" * 64, "seed"),
        ("seed", "X" * 64, "seed"),
        ("result", None, "result"),
    ],
)
def test_a_bad_field_is_named(field, value, code):
    refused = refusal(a_record() | {field: value})

    assert refused.code == code
    assert refused.index is None
    assert refused.sentence.endswith(".")


def test_half_a_surrogate_pair_is_no_name():
    for half in ("\ud800", "\udbff", "\udc00", "\udfff"):
        assert refusal(a_record() | {"seats": ["a", "b", half]}).code == "seats"


@pytest.mark.parametrize(
    "field",
    ["edition", "advanced", "show_spent", "seats", "first_seat", "deck", "actions"],
)
def test_a_missing_field_is_named(field):
    data = a_record()
    del data[field]

    refused = refusal(data)
    assert refused.code == "missing-field"
    assert field in refused.sentence


def test_an_unknown_field_is_named():
    refused = refusal(a_record() | {"colour": "red"})

    assert refused.code == "unknown-field"
    assert '"colour"' in str(refused)


@pytest.mark.parametrize(
    "deck",
    [
        lambda deck: deck[:-1],
        lambda deck: [*deck, deck[0]],
        lambda deck: [*deck[:-1], deck[0]],
        lambda deck: [*deck, "gambling"],
        lambda deck: [*deck[:-1], "gambling"],
    ],
)
def test_the_deck_is_exactly_the_cards_of_the_edition(deck):
    data = a_record()
    data["deck"] = deck(data["deck"])

    assert refusal(data).code == "deck"


def test_the_stars_must_be_announced_once_each_and_in_the_deck():
    data = a_record(edition="allplay-2025", advanced="gambling")

    assert from_data(data)
    assert refusal(data | {"advanced": []}).code == "deck"
    assert refusal(data | {"advanced": ["gambling", "gambling"]}).code == "advanced"
    assert refusal(data | {"advanced": ["luxury-1"]}).code == "advanced"
    assert refusal(data | {"advanced": ["excursions"]}).code == "deck"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "malformed"),
        ("pass", "malformed"),
        ({}, "malformed"),
        ({"seat": 1}, "malformed"),
        ({"seat": True, "type": "pass"}, "malformed"),
        ({"seat": 1.0, "type": "pass"}, "malformed"),
        ({"seat": "1", "type": "pass"}, "malformed"),
        ({"seat": 1, "type": "fold"}, "malformed"),
        ({"seat": 1, "type": ["pass"]}, "malformed"),
        ({"seat": 1, "type": "pass", "cards": []}, "malformed"),
        ({"seat": 1, "type": "bid"}, "malformed"),
        ({"seat": 1, "type": "bid", "cards": 4_000}, "malformed"),
        ({"seat": 1, "type": "bid", "cards": [4_000.0]}, "malformed"),
        ({"seat": 1, "type": "bid", "cards": [True]}, "malformed"),
        ({"seat": 1, "type": "bid", "cards": [[]]}, "malformed"),
        ({"seat": 1, "type": "bid", "cards": [5_000]}, "unknown-card"),
        ({"seat": 1, "type": "bid", "cards": [4_000, 4_000]}, "unknown-card"),
        ({"seat": 1, "type": "bid", "cards": []}, "empty-bid"),
        ({"seat": 1, "type": "bid", "cards": [2_000]}, "bid-too-low"),
        ({"seat": 2, "type": "pass"}, "not-your-turn"),
        ({"seat": 3, "type": "pass"}, "no-such-seat"),
        ({"seat": 10**30, "type": "pass"}, "no-such-seat"),
        ({"seat": 1, "type": "discard", "card": "luxury-1"}, "nothing-to-discard"),
        ({"seat": 1, "type": "discard", "card": "luxury-99"}, "unknown-card"),
        ({"seat": 1, "type": "discard", "card": 7}, "unknown-card"),
        ({"seat": 1, "type": "commit", "card": 4_000}, "not-a-sealed-round"),
        ({"seat": 1, "type": "commit", "card": 4}, "unknown-card"),
        ({"seat": 1, "type": "commit", "card": "4000"}, "malformed"),
    ],
)
def test_a_bad_action_is_named_with_its_index(action, code):
    data = a_record(bid(0, 3))
    data["actions"].append(action)

    refused = refusal(data)

    assert (refused.code, refused.index) == (code, 1)
    assert str(refused).startswith("action 1: ")
    assert str(refused).endswith(f". [{code}]")


def test_the_first_of_two_bad_actions_is_named():
    data = a_record()
    data["actions"] = [{"seat": 0, "type": "pass"}, {"seat": 0, "type": "pass"}, "nonsense"]

    assert (refusal(data).code, refusal(data).index) == ("not-your-turn", 1)


def test_an_action_after_the_end_is_refused():
    data = a_finished_record()
    data["actions"].append({"seat": 1, "type": "pass"})

    assert (refusal(data).code, refusal(data).index) == ("game-over", 5)


def test_a_result_that_differs_from_the_replay_is_refused():
    good = a_finished_record()
    for key, value in [
        ("money", [106_000, 106_000, 105_000]),
        ("status", [0, 0, 1]),
        ("status", [0, 0, False]),
        ("status", [0, 0]),
        ("status", {"0": 0}),
        ("cast_out", [0, 1]),
        ("winners", [0]),
        ("winners", None),
        ("money", 0),
    ]:
        data = copy.deepcopy(good)
        data["result"][key] = value
        assert refusal(data).code == "result", (key, value)


def test_a_result_has_neither_more_nor_fewer_fields():
    data = a_finished_record()

    assert refusal(data | {"result": data["result"] | {"note": 1}}).code == "result"
    assert refusal(data | {"result": []}).code == "result"
    assert refusal(data | {"result": True}).code == "result"


def test_a_finished_game_without_its_result_is_refused():
    data = a_finished_record()
    del data["result"]

    assert refusal(data).code == "result"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"format": NaN}',
        b'{"seats": Infinity}',
        b'{"a": 1, "a": 2}',
        b"[" * 100_000,
        b'{"first_seat": ' + b"1" * 5_000 + b"}",
        b'{"a": "\\ud800"',
        b"null null",
    ],
)
def test_text_that_is_no_json_is_refused(text):
    with pytest.raises(BadRecord) as refused:
        from_text(text)

    assert refused.value.code == "json"


def test_a_refused_discard_says_where():
    data = a_record(*passes(0))
    data["actions"].append({"seat": 1, "type": "discard", "card": "luxury-7"})

    assert str(refusal(data)).startswith("action 1: You don’t have to give up a card")
    assert discard(1, "luxury-7")
