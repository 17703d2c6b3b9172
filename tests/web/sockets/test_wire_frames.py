"""Frames as bytes, checked against another implementation of RFC 6455, the library websockets."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from games.live.wire_frames import LONGEST_SENT, message_bytes, text_in

LONGEST = 4_096
LENGTHS = (0, 1, 125, 126, 65_535, LONGEST_SENT, LONGEST_SENT + 1, 3 * LONGEST_SENT, 200_000)


def frames_in(data: bytes) -> Iterator[Frame]:
    """The frames of a server, as a client reads them."""
    reader = StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    while reader.buffer:
        parsing = Frame.parse(reader.read_exact, mask=False)
        try:
            next(parsing)
        except StopIteration as done:
            yield done.value


def from_client(text: str, *, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_message_is_read_as_it_was_written(length: int) -> None:
    payload = bytes(number % 251 for number in range(length))

    frames = list(frames_in(message_bytes(payload)))

    assert b"".join(frame.data for frame in frames) == payload
    assert all(len(frame.data) <= LONGEST_SENT for frame in frames)
    assert [frame.opcode for frame in frames] == [
        Opcode.TEXT,
        *[Opcode.CONT] * (len(frames) - 1),
    ]
    assert [frame.fin for frame in frames] == [*[False] * (len(frames) - 1), True]


@given(st.text(max_size=1_000))
def test_a_text_in_one_frame_is_read(text: str) -> None:
    assert text_in(from_client(text), LONGEST) == text


@given(st.text(max_size=50), st.binary(min_size=1, max_size=20))
def test_a_frame_with_more_behind_it_is_left_to_autobahn(text: str, more: bytes) -> None:
    assert text_in(from_client(text) + more, LONGEST) is None


@given(st.text(max_size=200), st.data())
def test_a_piece_of_a_frame_is_left_to_autobahn(text: str, data: st.DataObject) -> None:
    frame = from_client(text)
    cut = data.draw(st.integers(0, len(frame) - 1))

    assert text_in(frame[:cut], LONGEST) is None


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param(from_client("x" * (LONGEST + 1)), id="too long"),
        pytest.param(from_client("first half", fin=False), id="first piece"),
        pytest.param(from_client("second half", opcode=Opcode.CONT), id="last piece"),
        pytest.param(from_client("", opcode=Opcode.PING), id="ping"),
        pytest.param(from_client("binary", opcode=Opcode.BINARY), id="binary"),
        pytest.param(Frame(Opcode.TEXT, b"no mask").serialize(mask=False), id="no mask"),
        pytest.param(b"\xc1" + from_client("compressed")[1:], id="compressed"),
        pytest.param(b"\x81\xfe\x00\x05maskwords", id="length of two bytes that needs one"),
        pytest.param(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), id="not UTF-8"),
        pytest.param(Frame(Opcode.TEXT, b"\xed\xa0\x80").serialize(mask=True), id="surrogate"),
    ],
)
def test_anything_but_a_short_whole_text_is_left_to_autobahn(frame: bytes) -> None:
    assert text_in(frame, LONGEST) is None


@given(st.binary(max_size=300))
def test_any_bytes_are_a_text_or_left_to_autobahn(data: bytes) -> None:
    text = text_in(data, LONGEST)

    assert text is None or isinstance(text, str)
