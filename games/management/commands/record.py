"""`manage.py record`: replay and observe records, export and verify stored games."""

import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet
from tqdm import tqdm

from games.engine.observation import observe, to_json
from games.engine.record import Record, to_line
from games.models import Game
from games.records import BadFile, read_records
from games.selectors import record_of
from games.services.verifying import faults_of


class Command(BaseCommand):
    help = "Replay and observe game records; export and verify stored games."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        replay = commands.add_parser("replay", help="replay every record and print its result")
        look = commands.add_parser("observe", help="print what a seat could know, as JSON")
        for command in (replay, look):
            command.add_argument("file", help="one record, or one a line; - is standard input")
        look.add_argument("--ply", type=_count, required=True, help="after so many actions")
        look.add_argument("--seat", type=_seat, required=True, help="a number, or spectator")
        export = commands.add_parser("export", help="print a stored game as a record")
        export.add_argument("code", help="the game's code")
        verify = commands.add_parser("verify", help="replay stored games and compare")
        verify.add_argument("codes", nargs="*", metavar="code", help="all games, if none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["command"]:
            case "export":
                self._export(options["code"])
            case "verify":
                self._verify(options["codes"])
            case _:
                self._read(options)

    def _export(self, code: str) -> None:
        game = _games([code]).first()
        if game is None:
            self._fail(f"There is no game {code}.")
        self.stdout.write(to_line(record_of(game)))

    def _verify(self, codes: list[str]) -> None:
        games, faulty = _games(codes), 0
        for code in sorted(set(codes) - set(games.values_list("code", flat=True))):
            self._fail(f"There is no game {code}.")
        for game in tqdm(games.iterator(200), total=games.count(), unit=" games", disable=None):
            faults = faults_of(game)
            faulty += bool(faults)
            for fault in faults:
                self.stderr.write(f"{game.code}: {fault}")
        if faulty:
            self._fail(f"{faulty} of {games.count()} games differ from their logs.")
        self.stdout.write(f"{games.count()} games are as they were played.")

    def _fail(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(1)

    def _read(self, options: dict[str, Any]) -> None:
        try:
            with _opened(options["file"]) as file:
                for line in _answers(options, read_records(file)):
                    self.stdout.write(line)
        except BrokenPipeError:
            sys.stderr.close()
        except (BadFile, OSError) as error:
            self._fail(str(error))


def _games(codes: list[str]) -> QuerySet[Game]:
    games = Game.objects.order_by("pk").prefetch_related("seats", "log")
    return games.filter(code__in=codes) if codes else games


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
