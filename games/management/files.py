"""Files of records for commands: standard streams, progress bars, chunks."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tqdm import tqdm

from games.archive.records import BadFile, lines_of
from games.engine.record import Record


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file of this name, open for reading; - is standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


@contextmanager
def writing(name: str | None, standard: Any) -> Iterator[Any]:
    """The file of this name, open for writing; `standard` without a name."""
    if name is None:
        yield standard
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


def games_bar(total: int) -> Any:
    """A progress bar that counts games; none if standard error is no terminal."""
    return tqdm(total=total, unit=" games", disable=None)


def lines_with_bar(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, with a progress bar that counts bytes; raises BadFile."""
    path = Path(str(getattr(file, "name", "")))
    total = path.stat().st_size if path.is_file() else None
    with tqdm(total=total, unit="B", unit_scale=True, disable=None) as bar:
        for line in lines_of(file):
            bar.update(len(line))
            yield line


def in_chunks(records: Iterator[Record], size: int) -> Iterator[list[Record]]:
    """Lists of `size` records; before a BadFile is raised, the records read so far."""
    chunk: list[Record] = []
    try:
        for record in records:
            chunk.append(record)
            if len(chunk) == size:
                yield chunk
                chunk = []
    except BadFile:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk
