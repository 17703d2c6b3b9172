"""`manage.py record`: replay, observe and import records, export and verify stored games."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import QuerySet

from games.archive.importing import archive, import_records, pause_for_moves
from games.archive.records import BadFile, lines_of, read_lines, read_records
from games.archive.stored_games import chunks_of, line_of, with_logs
from games.archive.verifying import verdicts
from games.engine.observation import observe, to_json
from games.engine.record import Record
from games.management.arguments import count, seat_or_spectator
from games.management.files import games_bar, in_chunks, lines_with_bar, reading, writing
from games.models import Game, Player
from games.text.errors import UnreadableGame

# Few enough that the moves of a server on the same SQLite file hardly wait for them.
IMPORTED_AT_ONCE = 20


class Command(BaseCommand):
    help = "Replay, observe and import game records; export and verify stored games."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        commands = parser.add_subparsers(dest="command", required=True)
        replay = commands.add_parser("replay", help="replay every record and print its result")
        look = commands.add_parser("observe", help="print what a seat could know, as JSON")
        for command in (replay, look):
            command.add_argument("file", help="one record, or one a line; - is standard input")
        look.add_argument("--ply", type=count, required=True, help="after so many actions")
        look.add_argument(
            "--seat", type=seat_or_spectator, required=True, help="a number, or spectator"
        )
        export = commands.add_parser("export", help="print a stored game as a record")
        which = export.add_mutually_exclusive_group(required=True)
        which.add_argument("code", nargs="?", help="the game's code")
        which.add_argument("--all", action="store_true", help="every game that is over")
        export.add_argument("--out", metavar="FILE", help="write there, not to standard output")
        bring = commands.add_parser("import", help="store every record of a file as a game")
        bring.add_argument("file", help="one record, or one a line; - is standard input")
        bring.add_argument("--player", metavar="NAME", help="the account that can look at them")
        bring.add_argument("--skip-bad", action="store_true", help="name bad lines and go on")
        verify = commands.add_parser("verify", help="replay stored games and compare")
        verify.add_argument("codes", nargs="*", metavar="code", help="all games, if none is given")
        cores = os.cpu_count() or 1
        verify.add_argument("--jobs", type=count, default=cores, metavar="N", help="processes")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["command"]:
            case "export":
                self._export(options)
            case "import":
                self._import(options)
            case "verify":
                self._verify(options["codes"], options["jobs"])
            case _:
                self._read(options)

    def _export(self, options: dict[str, Any]) -> None:
        code = options["code"]
        games = Game.objects.filter(code=code) if code else _over()
        if code and not games:
            self._fail(f"There is no game {code}.")
        unsound = 0
        try:
            with writing(options["out"], self.stdout) as out:
                for game in _loaded(games):
                    unsound += not self._write(game, out)
        except BrokenPipeError:
            sys.stderr.close()
        except OSError as error:
            self._fail(str(error))
        if unsound:
            sys.exit(1)

    def _write(self, game: Game, out: Any) -> bool:
        """Write the game as a record; False, and a line to stderr, if it does not replay."""
        try:
            line = line_of(game)
        except UnreadableGame as unreadable:
            reason = unreadable.facts["reason"]
            self.stderr.write(f"{game.code}: the log does not replay: {reason}")
            return False
        out.write(f"{line}\n")
        return True

    def _import(self, options: dict[str, Any]) -> None:
        owner = self._account(options["player"])
        tally = {"new": 0, "known": 0, "bad": 0}
        room = cache(partial(archive, owner))
        reason = None
        try:
            with reading(options["file"]) as file:
                lines = lines_with_bar(file)
                readable = self._readable(lines, options["skip_bad"], tally)
                for chunk in in_chunks(readable, IMPORTED_AT_ONCE):
                    for brought in import_records(chunk, owner, room):
                        tally["known" if brought.was_here else "new"] += 1
                    pause_for_moves()
        except (BadFile, OSError) as error:
            reason = str(error)
        if reason:
            self.stderr.write(reason)
        self.stdout.write(_summary(tally))
        if reason or tally["bad"]:
            sys.exit(1)

    def _account(self, name: str | None) -> Player | None:
        if name is None:
            return None
        player = Player.objects.filter(user__username=name).first()
        if player is None:
            self._fail(f"There is no account {name}.")
        return player

    def _readable(
        self, lines: Iterable[bytes], skips_bad: bool, tally: dict[str, int]
    ) -> Iterator[Record]:
        if not skips_bad:
            yield from read_records(lines)
            return
        for each in read_lines(lines):
            if isinstance(each, BadFile):
                tally["bad"] += 1
                self.stderr.write(str(each))
            else:
                yield each

    def _verify(self, codes: list[str], jobs: int) -> None:
        games, faulty = _games(codes), 0
        for code in sorted(set(codes) - _codes(games)) if codes else ():
            self._fail(f"There is no game {code}.")
        seen = 0
        with verdicts(games, jobs) as found, games_bar(games.count()) as bar:
            for verdict in found:
                seen += verdict.games
                faulty += len(verdict.faults)
                for code, faults in verdict.faults.items():
                    for fault in faults:
                        self.stderr.write(f"{code}: {fault}")
                bar.update(verdict.games)
        if faulty:
            self._fail(f"{faulty} of {seen} games differ from their logs.")
        self.stdout.write(f"{seen} games are as they were played.")

    def _fail(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        sys.exit(1)

    def _read(self, options: dict[str, Any]) -> None:
        try:
            with reading(options["file"]) as file:
                for line in _answers(options, read_records(lines_of(file))):
                    self.stdout.write(line)
        except BrokenPipeError:
            sys.stderr.close()
        except (BadFile, OSError) as error:
            self._fail(str(error))


def _games(codes: list[str]) -> QuerySet[Game]:
    return Game.objects.filter(code__in=codes) if codes else Game.objects.all()


def _codes(games: QuerySet[Game]) -> set[str]:
    return set(games.values_list("code", flat=True))


def _over() -> QuerySet[Game]:
    return Game.objects.exclude(status=Game.Status.RUNNING)


def _loaded(games: QuerySet[Game]) -> Iterator[Game]:
    """The games one by one with their logs, read in chunks, with a progress bar."""
    with games_bar(games.count()) as bar:
        for numbers in chunks_of(games):
            yield from with_logs(numbers)
            bar.update(len(numbers))


def _summary(tally: dict[str, int]) -> str:
    return (
        f"{tally['new']} records were imported, {tally['known']} were here already,"
        f" {tally['bad']} could not be read."
    )


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
