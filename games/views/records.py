"""Export and import of games as records."""

from collections.abc import AsyncIterator, Sequence
from io import BytesIO
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts import limits
from games.accounts.session import address_of, player_of
from games.archive.access import game_behind
from games.archive.importing import Imported, import_for
from games.archive.listing import games_to_take
from games.archive.records import BadFile, lines_of, read_records
from games.archive.stored_games import chunks_of, line_of, readable, with_logs
from games.engine.record import Record, to_line
from games.forms import ImportForm
from games.models import Player
from games.play import daily_secrecy
from games.process.db_threads import in_thread
from games.text.errors import TooLarge
from games.text.numbers import ID_DIGITS, whole_number
from games.views.archive import for_players, link
from games.views.responses import says_why_not

MOST_BYTES = 2_000_000
MOST_AT_ONCE = 200
FORM_BYTES = 10_000  # what a form has around its file
CHUNK = 10


@says_why_not
@require_safe
def one(request: HttpRequest, key: str) -> HttpResponse:
    """The record of a game that is over, for those who may see it."""
    game = game_behind(key, player_of(request))
    daily_secrecy.check_open(game)
    line = line_of(game)
    headers = download(f"high-society-{game.code}.json")
    return HttpResponse(f"{line}\n", content_type="application/json", headers=headers)


@says_why_not
@require_safe
@for_players
def all_mine(request: HttpRequest, player: Player) -> HttpResponseBase:
    """All games the player has played or imported, one record a line."""
    limits.check("export", player.pk)
    limits.check("export", f"from {address_of(request)}")
    chunks = list(chunks_of(games_to_take(player), CHUNK))
    headers = download("high-society-games.jsonl")
    return StreamingHttpResponse(
        _lines(chunks), content_type="application/jsonl; charset=utf-8", headers=headers
    )


async def _lines(chunks: Sequence[Sequence[int]]) -> AsyncIterator[str]:
    """The lines a chunk at a time, in a thread, so that the event loop goes on."""
    for numbers in chunks:
        yield await in_thread(record_lines, numbers)


def record_lines(numbers: Sequence[int]) -> str:
    """The records of these games; unreadable ones are left out."""
    return "".join(f"{to_line(record)}\n" for _, record in readable(with_logs(numbers)))


def download(name: str) -> dict[str, str]:
    """The headers of a file that is to be saved."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


@csrf_exempt  # the size is looked at before the form, token and all, is read
@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def import_page(request: HttpRequest) -> HttpResponseBase:
    """Import records, to be replayed like other games."""
    size = whole_number(request.META.get("CONTENT_LENGTH") or "", ID_DIGITS)
    if size is not None and size > MOST_BYTES + FORM_BYTES:
        raise TooLarge(size=_("2 MB"))
    return _bring_in(request)


@csrf_protect
@for_players
def _bring_in(request: HttpRequest, player: Player) -> HttpResponse:
    if request.method != "POST":
        return _page(request, player, ImportForm())
    limits.check("import", player.pk)
    limits.check("import", f"from {address_of(request)}")
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, player, form, status=400)
    try:
        records = _read(form)
    except BadFile as bad:
        return _page(request, player, form, status=400, bad=bad)
    brought = import_for(player, records)
    if len(brought) == 1 and not brought[0].was_here:
        return redirect(link("replay", brought[0].game) or "my-games")
    return _page(request, player, ImportForm(), brought=[_told(each) for each in brought])


def _read(form: ImportForm) -> list[Record]:
    """The records in the file or text; raises BadFile at the first bad one, or one too many."""
    file = form.cleaned_data["file"]
    data = file.read() if file else form.cleaned_data["text"].encode(errors="replace")
    if len(data) > MOST_BYTES:
        raise TooLarge(size=_("2 MB"))
    records: list[Record] = []
    for number, record in enumerate(read_records(lines_of(BytesIO(data))), start=1):
        if number > MOST_AT_ONCE:
            raise BadFile(number, f"There are more than {MOST_AT_ONCE} records here.")
        records.append(record)
    return records


def _told(brought: Imported) -> dict[str, Any]:
    return {
        "game": brought.game,
        "was_here": brought.was_here,
        "replay": link("replay", brought.game),
    }


def _page(
    request: HttpRequest, player: Player, form: ImportForm, status: int = 200, **facts: Any
) -> HttpResponse:
    sentences = [sentence for errors in form.errors.values() for sentence in errors]
    context = {"player": player, "form": form, "most": MOST_AT_ONCE, "sentences": sentences}
    return render(request, "pages/import.html", context | facts, status=status)
