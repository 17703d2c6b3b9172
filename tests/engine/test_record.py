"""The record's reader refuses everything doubtful, with a code, a sentence and an index."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.dealing import shuffle
from games.engine.record import BadRecord, Record, from_data, from_text, record_dict, to_line
from games.engine.state import Phase
from tests.engine.positions import a_deal, bid, discard, passes
from tests.engine.strategies import records

NAMES = ("North", "East", "South")


def a_record(*actions, top="luxury-7 luxury-1", **deal):
    return record_dict(Record(a_deal(top, **deal), NAMES, actions))


def a_finished_record():
    return a_record(*passes(0, 1, 2, 0, 1), top="prestige-1 prestige-2 half prestige-3")


def refusal(data):
    with pytest.raises(BadRecord) as refused:
        from_data(data)
    return refused.value


def test_a_record_in_full():
    record = Record(a_deal("luxury-7"), NAMES, (bid(0, 4, 1), *passes(1)), None)

    data = record_dict(record)

    assert list(data) == [
        "format",
        "edition",
        "advanced",
        "show_spent",
        "seats",
        "first_seat",
        "deck",
        "actions",
    ]
    assert data["format"] == "high-society-record/1"
    assert data["actions"] == [
        {"seat": 0, "type": "bid", "cards": [1_000, 4_000]},
        {"seat": 1, "type": "pass"},
    ]
    assert "\n" not in to_line(record)


def test_every_kind_of_action_can_be_read_and_written():
    actions = [
        {"seat": 0, "type": "commit", "card": 25_000},
        {"seat": 1, "type": "commit", "card": 1_000},
        {"seat": 2, "type": "commit", "card": 1_000},
        {"seat": 0, "type": "bid", "cards": [2_000]},
        {"seat": 1, "type": "pass"},
        {"seat": 2, "type": "pass"},
        {"seat": 0, "type": "pass"},
        {"seat": 0, "type": "discard", "card": "yacht-club"},
    ]
    stars = {"edition": "allplay-2025", "advanced": "yacht-club"}
    data = a_record(top="yacht-club luxury-7 theft luxury-1", **stars) | {"actions": actions}

    record = from_data(data)

    assert record_dict(record) == data
    assert record.final.phase is Phase.AUCTION


def test_a_finished_record_has_its_result():
    data = a_finished_record()

    assert data["result"] == {
        "money": [106_000] * 3,
        "status": [0, 0, 0],
        "cast_out": [0, 1, 2],
        "winners": [],
    }
    assert record_dict(from_data(data)) == data


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


def test_a_whole_status_may_come_with_a_fraction_and_goes_without():
    data = a_finished_record()
    data["result"]["status"] = [0.0, 0, 0]

    assert "0.0" not in to_line(from_data(data))


def test_the_deck_and_the_first_seat_must_follow_from_the_seed():
    seed = bytes(range(32))
    deck, first = shuffle(seed, 3)
    data = a_record() | {"deck": [card.id for card in deck], "first_seat": first}

    assert record_dict(from_data(data | {"seed": seed.hex()}))["seed"] == seed.hex()
    assert refusal(data | {"seed": bytes(32).hex()}).code == "seed"
    assert refusal(data | {"seed": seed.hex(), "first_seat": (first + 1) % 3}).code == "seed"


def test_the_seed_of_a_game_with_stars_knows_them():
    seed = bytes(range(32))
    data = a_record(edition="allplay-2025", advanced="excursions")
    record = from_data(data)
    deck, first = shuffle(seed, 3, record.deal.deck)

    dealt = {"deck": [card.id for card in deck], "first_seat": first, "seed": seed.hex()}
    assert from_data(data | dealt).seed == seed


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


def test_a_byte_order_mark_is_no_reason_to_refuse():
    line = to_line(from_data(a_record())).encode()

    assert from_text(b"\xef\xbb\xbf" + line) == from_text(line)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text()
    | st.sampled_from(["luxury-1", "pass", "bid", "osprey-2018", "high-society-record/1", 1000]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def reads_or_refuses(text: bytes) -> None:
    try:
        record = from_text(text)
    except BadRecord as error:
        refused = error
    else:
        assert from_text(to_line(record).encode()) == record
        return
    assert refused.code
    assert str(refused).encode()


@given(st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_text_makes_the_reader_stumble(text):
    reads_or_refuses(text)


@given(records(), st.data())
@settings(max_examples=300, deadline=None)
def test_no_tampering_makes_the_reader_stumble(record, data):
    record_data = record_dict(record)
    target = data.draw(st.sampled_from([record_data, *record_data["actions"]]))
    key = data.draw(st.sampled_from(sorted(target)))
    target[key] = data.draw(json_values)
    reads_or_refuses(json.dumps(record_data).encode())


@given(records(), st.data())
@settings(max_examples=100, deadline=None)
def test_no_flipped_byte_makes_the_reader_stumble(record, data):
    text = bytearray(to_line(record).encode())
    position = data.draw(st.integers(0, len(text) - 1))
    text[position] = data.draw(st.integers(0, 255))
    reads_or_refuses(bytes(text))


def test_a_refused_discard_says_where():
    data = a_record(*passes(0))
    data["actions"].append({"seat": 1, "type": "discard", "card": "luxury-7"})

    assert str(refusal(data)).startswith("action 1: There is nothing to discard")
    assert discard(1, "luxury-7")
