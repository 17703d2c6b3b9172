"""Files of records: one JSON object, or one a line, read one by one."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from games.engine.record import BadRecord, Record, from_text

MOST_BYTES = 1_000_000


class BadFile(ValueError):
    """A file whose first bad record begins at `line`; its message names line and reason."""

    def __init__(self, line: int, reason: object) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; BadFile at one that is longer than a record may be."""
    number = 1
    while line := file.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            raise BadFile(number, f"A record has at most {MOST_BYTES:,} bytes.")
        yield line
        number += 1


def read_records(lines: Iterable[bytes]) -> Iterator[Record]:
    """The records in `lines`, in order; BadFile at the first that cannot be read."""
    numbered = _numbered(lines)
    number, line = next(numbered, (1, b""))
    if not line:
        raise BadFile(number, "There is no record here.")
    if not _is_json(line):
        line = _joined(line, numbered)
    yield _read(number, line)
    for number, line in numbered:
        yield _read(number, line)


def read_lines(lines: Iterable[bytes]) -> Iterator[Record | BadFile]:
    """Each line as a record, or as the BadFile that says what is wrong with it."""
    for number, line in _numbered(lines):
        try:
            yield _read(number, line)
        except BadFile as bad:
            yield bad


def _numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers."""
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _joined(first: bytes, rest: Iterable[tuple[int, bytes]]) -> bytes:
    """One record over many lines; only the first line if they are too long for a record."""
    size = len(first)
    parts = [first]
    for _, part in rest:
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            return first
    return b"".join(parts)


def _is_json(line: bytes) -> bool:
    """Whether `line` is a record, good or bad, and not the first line of one."""
    try:
        from_text(line)
    except BadRecord as error:
        return error.code != "json"
    return True


def _read(number: int, text: bytes) -> Record:
    try:
        return from_text(text)
    except BadRecord as error:
        raise BadFile(number, error) from None
