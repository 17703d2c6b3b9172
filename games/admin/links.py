"""Links between pages of the admin, and names of players, escaped and isolated."""

from collections.abc import Sequence
from html import escape
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.models import Game

NOTHING = "–"
Seats = Sequence[tuple[int, str]]  # number and name, in order


def link_to(row: Model | None, query: str = "") -> SafeString | str:
    """A link to the row's page, with its name as text."""
    if row is None:
        return NOTHING
    url = reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}{}"><bdi>{}</bdi></a>', url, query, row)


def list_of(model: str, query: str, words: Any) -> SafeString:
    """A link to a filtered list."""
    return format_html(
        '<a href="{}?{}">{}</a>', reverse(f"admin:games_{model}_changelist"), query, words
    )


def names_in(seats: Seats) -> SafeString:
    """The names of the seats, in order."""
    return SafeString(", ".join(_name(name) for _, name in seats))


def winners_of(game: Game, seats: Seats) -> SafeString | str:
    """The names of the winners; a dash without any."""
    winners = (game.result or {}).get("winners", ())
    if not isinstance(winners, list):
        return NOTHING
    return names_in([seat for seat in seats if seat[0] in winners]) or NOTHING


def _name(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"
