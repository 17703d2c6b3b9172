"""Records written and read back: every action, the result, the seed."""

from games.engine.dealing import shuffle
from games.engine.record import Record, from_data, from_text, record_dict, to_line
from games.engine.state import Phase
from tests.support.positions import a_deal, bid, passes
from tests.support.records import NAMES, a_finished_record, a_record, refusal


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


def test_a_byte_order_mark_is_no_reason_to_refuse():
    line = to_line(from_data(a_record())).encode()

    assert from_text(b"\xef\xbb\xbf" + line) == from_text(line)
