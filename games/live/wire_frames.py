"""Websocket frames as bytes (RFC 6455, section 5.2): of a message, and a message in one frame.

Autobahn does the handshake, control frames, pieces of messages and everything that is not valid.
The two cases that a table consists of are handled here, as it takes several times as long for them:
a message to a client, and a short text from a client in one frame.
"""

from struct import Struct

CONTINUED, TEXT, BINARY = 0, 1, 2  # opcodes
FINAL, MASKED = 0x80, 0x80
LONGEST_SENT = 32 * 1024  # bytes of one frame; a browser joins the frames of a message
SHORT, MEDIUM = 125, 0xFFFF  # the longest payloads with a length of one byte, and of two more
MASK_BYTES = 4
_medium, _long = Struct("!BBH"), Struct("!BBQ")


def message_bytes(payload: bytes, opcode: int = TEXT) -> bytes:
    """A message from the server, in frames of at most LONGEST_SENT bytes."""
    if len(payload) <= LONGEST_SENT:
        return _header(FINAL | opcode, len(payload)) + payload
    pieces = [payload[at : at + LONGEST_SENT] for at in range(0, len(payload), LONGEST_SENT)]
    opcodes = [opcode, *[CONTINUED] * (len(pieces) - 1)]
    opcodes[-1] |= FINAL
    frames = zip(opcodes, pieces, strict=True)
    return b"".join(_header(first, len(piece)) + piece for first, piece in frames)


def _header(first: int, length: int) -> bytes:
    if length <= SHORT:
        return bytes((first, length))
    if length <= MEDIUM:
        return _medium.pack(first, SHORT + 1, length)
    return _long.pack(first, SHORT + 2, length)


def text_in(data: bytes, longest: int) -> str | None:
    """The text of a client's message that is all of `data`; None if `data` is anything else.

    Anything else is, for example, a piece of a message, a frame without a mask, a text longer than
    `longest` bytes, or one that is not UTF-8.
    """
    if len(data) < 2 + MASK_BYTES or data[0] != FINAL | TEXT or not data[1] & MASKED:
        return None
    length, start = data[1] & ~MASKED, 2
    if length > SHORT:
        length, start = int.from_bytes(data[2:4], "big"), 4
        if data[1] != MASKED | SHORT + 1 or length <= SHORT:
            return None
    body = start + MASK_BYTES
    if length > longest or len(data) != body + length:
        return None
    try:
        return _unmasked(data[body:], data[start:body]).decode()
    except UnicodeDecodeError:
        return None


def _unmasked(masked: bytes, mask: bytes) -> bytes:
    """The payload, as one large number: byte for byte would take a hundred times as long."""
    times = len(masked) // MASK_BYTES + 1
    stream = (mask * times)[: len(masked)]
    number = int.from_bytes(masked, "big") ^ int.from_bytes(stream, "big")
    return number.to_bytes(len(masked), "big")
