"""Whatever comes as a record is read or refused; nothing makes the reader stumble."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record import BadRecord, from_text, record_dict, to_line
from tests.support.strategies import records

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
@settings(max_examples=300)
def test_no_tampering_makes_the_reader_stumble(record, data):
    record_data = record_dict(record)
    target = data.draw(st.sampled_from([record_data, *record_data["actions"]]))
    key = data.draw(st.sampled_from(sorted(target)))
    target[key] = data.draw(json_values)
    reads_or_refuses(json.dumps(record_data).encode())


@given(records(), st.data())
@settings(max_examples=100)
def test_no_flipped_byte_makes_the_reader_stumble(record, data):
    text = bytearray(to_line(record).encode())
    position = data.draw(st.integers(0, len(text) - 1))
    text[position] = data.draw(st.integers(0, 255))
    reads_or_refuses(bytes(text))
