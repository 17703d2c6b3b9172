"""Links between pages of the admin, and names of players, escaped and isolated."""

from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.models import Game

NOTHING = "–"


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


def names_in(game: Game) -> SafeString:
    """The names of the seats, in order."""
    return format_html_join(", ", "<bdi>{}</bdi>", ((seat.name,) for seat in game.seats.all()))


def winners_of(game: Game) -> SafeString | str:
    """The names of the winners; a dash without any."""
    winners = (game.result or {}).get("winners", ())
    if not isinstance(winners, list):
        return NOTHING
    names = [(seat.name,) for seat in game.seats.all() if seat.number in winners]
    return format_html_join(", ", "<bdi>{}</bdi>", names) if names else NOTHING
