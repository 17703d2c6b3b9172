"""`manage.py record`: replay records and see what a seat could know at any moment."""

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.engine.observation import observe, to_json
from games.engine.record import Record
from games.records import BadFile, read_records


class Command(BaseCommand):
    help = "Replay game records, and show what a seat could know at any moment of one."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        replay = commands.add_parser("replay", help="replay every record and print its result")
        look = commands.add_parser("observe", help="print what a seat could know, as JSON")
        for command in (replay, look):
            command.add_argument("file", help="one record, or one a line; - is standard input")
        look.add_argument("--ply", type=_count, required=True, help="after so many actions")
        look.add_argument("--seat", type=_seat, required=True, help="a number, or spectator")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with _opened(options["file"]) as file:
                for line in _answers(options, read_records(file)):
                    self.stdout.write(line)
        except BrokenPipeError:
            sys.stderr.close()
        except (BadFile, OSError) as error:
            self.stderr.write(str(error))
            sys.exit(1)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError("a whole number, 0 or more")
    return int(text)


def _seat(text: str) -> int | None:
    if text == "spectator":
        return None
    if not text.isdecimal():
        raise ArgumentTypeError("a seat's number, or spectator")
    return int(text)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as file:
        yield file


def _answers(options: dict[str, Any], records: Iterator[Record]) -> Iterator[str]:
    for number, record in enumerate(records, start=1):
        if options["command"] == "replay":
            yield _replay(record)
        else:
            yield _observation(record, number, options["ply"], options["seat"])


def _replay(record: Record) -> str:
    over, plies = record.final.is_over, len(record.actions)
    return json.dumps({"over": over, "plies": plies, "result": record.result})


def _observation(record: Record, number: int, ply: int, seat: int | None) -> str:
    if ply > len(record.actions):
        raise BadFile(number, f"The game has {len(record.actions)} actions, not {ply}.")
    if seat is not None and seat >= record.deal.seats:
        raise BadFile(number, f"The game has seats 0 to {record.deal.seats - 1}, not {seat}.")
    return to_json(observe(record.states[ply], seat))
