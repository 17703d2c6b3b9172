"""Streamed responses: exports and verification of many games."""

import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string

from games.admin.moments import ticks_of
from games.archive.stored_games import readable
from games.engine.record import to_line
from games.models import Game
from games.play.daily_secrecy import secret_games

BATCH = 25
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    "code", "edition", "origin", "status", "void", "actions", "started", "finished", "winners",
    "seat 1", "seat 2", "seat 3", "seat 4", "seat 5",
)  # fmt: skip
HERE = "<!-- here -->"
T = TypeVar("T")


def batches(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(keys), BATCH):
        yield keys[start : start + BATCH]


async def written(keys: Sequence[int], write: Callable[[Sequence[int]], str]) -> AsyncIterator[str]:
    """The output of `write` for the games, BATCH at a time, each batch in a thread."""
    for some in batches(keys):
        yield await sync_to_async(write)(some)


def download(pieces: AsyncIterator[str], name: str, kind: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def _games(keys: Sequence[int]) -> QuerySet[Game]:
    return Game.objects.filter(pk__in=keys).order_by("pk").prefetch_related("seats")


def records(keys: Sequence[int]) -> str:
    """Games as records, a line each, by their present status; running games are left out."""
    over = _games(keys).exclude(status=Game.Status.RUNNING).exclude(secret_games())
    over = over.prefetch_related("log")
    return "".join(f"{to_line(record)}\n" for _, record in readable(over))


def rows(keys: Sequence[int]) -> str:
    """Games as rows of CSV, without anything that a running game hides."""
    games = _games(keys).defer("seed", "salt", "laid", "auto_bids", "bot_seats")
    return _csv([_row(game) for game in games])


def _row(game: Game) -> list[object]:
    seats = list(game.seats.all())
    winners = (game.result or {}).get("winners", ())
    names = [seat.name for seat in seats]
    return [
        game.code,
        game.edition,
        game.origin,
        game.status,
        "void" if game.voided_at else "",
        game.version,
        game.started_at.isoformat(timespec="seconds"),
        game.finished_at.isoformat(timespec="seconds") if game.finished_at else "",
        ", ".join(name for number, name in enumerate(names) if number in winners),
        *names,
        *[""] * (5 - len(names)),
    ]


async def table(keys: Sequence[int]) -> AsyncIterator[str]:
    """The whole CSV file in pieces: the header, then the rows."""
    yield _csv([list(COLUMNS)])
    async for some in written(keys, rows):
        yield some


def _csv(lines: Sequence[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([harmless(cell) for cell in line] for line in lines)
    return text.getvalue()


def harmless(cell: object) -> object:
    """The cell, quoted if a spreadsheet would take it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def checking(
    request: HttpRequest, keys: Sequence[int], context: dict[str, Any]
) -> AsyncIterator[str]:
    """A page whose rows are sent as games are verified, with the totals at its end."""
    page = render_to_string("admin/games/verified.html", context, request)
    head, foot = page.split(HERE)
    return _checking(head, foot, keys)


async def _checking(head: str, foot: str, keys: Sequence[int]) -> AsyncIterator[str]:
    yield head
    done = faulty = 0
    for some in batches(keys):
        html, found = await sync_to_async(_checked)(some, done, len(keys))
        done, faulty = done + len(some), faulty + found
        yield html
    summary = {"done": done, "faulty": faulty, "sound": done - faulty}
    yield await sync_to_async(render_to_string)("admin/games/verified-end.html", summary)
    yield foot


def _checked(keys: Sequence[int], done: int, total: int) -> tuple[str, int]:
    games = [(game, ticks_of(game)) for game in _games(keys).prefetch_related("log")]
    found = sum(any(faults for _, faults in ticks) for _, ticks in games)
    context = {"games": games, "done": done + len(keys), "total": total}
    return render_to_string("admin/games/verified-rows.html", context), found
