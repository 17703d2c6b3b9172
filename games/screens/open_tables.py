"""The list of open tables as HTML: each line is rendered once for each language, and kept.

A line is the same for everybody, so it holds no token and nothing of whoever looks at it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.models import CLOCK_NAMES, CORRESPONDENCE
from games.open_tables.listing import OpenTable
from games.text.card_names import lot_name

# Lines that are kept: of the longest list in two languages, and some that have just changed.
MOST_KEPT = 4_000


class Line(NamedTuple):
    """A line of the list, and a short text that is another one if the line is."""

    html: str
    stamp: str


@lru_cache(maxsize=MOST_KEPT)
def line_of(table: OpenTable, language: str) -> Line:
    """The line of a table in this language."""
    with translation.override(language):
        edition = EDITIONS[table.edition]
        context = {
            "table": table,
            "edition": _("Any edition") if table.any_edition else _(edition.title),
            "advanced": [lot_name(edition, BY_ID[each]) for each in table.advanced],
            "clock": CLOCK_NAMES[table.clock],
            "is_quick": table.clock < CORRESPONDENCE,
            "taken": len(table.people),
        }
        html = render_to_string("partials/open-table.html", context)
    return Line(html, sha256(html.encode()).hexdigest()[:16])


def stamp_of(tables: Iterable[OpenTable], language: str) -> str:
    """A short text that says which list a page shows."""
    stamps = sorted(f"{table.room_id}:{line_of(table, language).stamp}" for table in tables)
    return sha256(f"{language}|{'|'.join(stamps)}".encode()).hexdigest()[:32]


def tables_html(tables: Sequence[OpenTable], language: str) -> str:
    """The whole list, to be put into a page or to replace the list of one."""
    lines = [(table.free > 0, SafeString(line_of(table, language).html)) for table in tables]
    context = {
        "waiting": [line for is_free, line in lines if is_free],
        "playing": [line for is_free, line in lines if not is_free],
        "summary": SafeString(summary_html(tables, language)),
    }
    with translation.override(language):
        return render_to_string("partials/open-tables.html", context)


def summary_html(tables: Sequence[OpenTable], language: str) -> str:
    """How many people wait, and the stamp of the list."""
    with translation.override(language):
        context = {
            "waiting": sum(table.waiting for table in tables),
            "stamp": stamp_of(tables, language),
        }
        return render_to_string("partials/open-tables-summary.html", context)


def change_html(before: OpenTable | None, after: OpenTable | None, language: str) -> str:
    """What brings a page from one line of a table to another; either may be missing."""
    if before and after and (before.free > 0) == (after.free > 0):
        return line_of(after, language).html
    html = f'<li id="table-{before.room_id}" hx-swap-oob="delete"></li>' if before else ""
    if after:
        where = "tables-waiting" if after.free else "tables-playing"
        line = line_of(after, language).html
        html += f'<ol hx-swap-oob="afterbegin:#{where}">{line}</ol>'
    return html
