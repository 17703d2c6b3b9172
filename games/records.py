"""Files of records: one object, or one object a line, read one by one."""

from collections.abc import Iterable, Iterator

from games.engine.record import BadRecord, Record, from_text


class BadFile(ValueError):
    """A file whose first bad record starts at `line`."""

    def __init__(self, line: int, reason: object) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


def read_records(lines: Iterable[bytes]) -> Iterator[Record]:
    """The records in `lines`, in order; BadFile at the first that cannot be read."""
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    number, line = next(numbered, (1, b""))
    if not line:
        raise BadFile(number, "There is no record here.")
    if not _is_json(line):
        line = b"".join([line, *(rest for _, rest in numbered)])
    yield _read(number, line)
    for number, line in numbered:
        yield _read(number, line)


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
