"""Files of records as commands read and write them: standard streams, bars, chunks."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from tqdm import tqdm

from games.engine.record import Record
from games.records import BadFile, lines_of
from games.selectors import CHUNK


@contextmanager
def reading(name: str) -> Iterator[BinaryIO]:
    """The file of this name; - is standard input."""
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


@contextmanager
def writing(name: str | None, standard: Any) -> Iterator[Any]:
    """The file of this name, or `standard`."""
    if name is None:
        yield standard
        return
    with Path(name).open("w", encoding="utf-8") as file:
        yield file


def games_bar(total: int) -> Any:
    """A bar that counts games, where somebody is watching."""
    return tqdm(total=total, unit=" games", disable=None)


def lines_with_bar(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, under a bar that counts bytes."""
    path = Path(str(getattr(file, "name", "")))
    total = path.stat().st_size if path.is_file() else None
    with tqdm(total=total, unit="B", unit_scale=True, disable=None) as bar:
        for line in lines_of(file):
            bar.update(len(line))
            yield line


def in_chunks(records: Iterator[Record]) -> Iterator[list[Record]]:
    """So many records at a time; where one is bad, first those before it, then its BadFile."""
    chunk: list[Record] = []
    try:
        for record in records:
            chunk.append(record)
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    except BadFile:
        if chunk:
            yield chunk
        raise
    if chunk:
        yield chunk
