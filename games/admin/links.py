"""Links from one page of the admin to another, and names that cannot disturb a page."""

from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.models import Game

NOTHING = "–"


def link_to(row: Model | None, query: str = "") -> SafeString | str:
    """The row's name, leading to its page."""
    if row is None:
        return NOTHING
    url = reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}{}"><bdi>{}</bdi></a>', url, query, row)


def list_of(model: str, query: str, words: Any) -> SafeString:
    """Words that lead to a filtered list."""
    return format_html(
        '<a href="{}?{}">{}</a>', reverse(f"admin:games_{model}_changelist"), query, words
    )


def names_in(game: Game) -> SafeString:
    """Who sat at the table, in the order of the seats."""
    return format_html_join(", ", "<bdi>{}</bdi>", ((seat.name,) for seat in game.seats.all()))


def winners_of(game: Game) -> SafeString | str:
    """Who has won, if the game came to an end."""
    winners = (game.result or {}).get("winners", ())
    if not isinstance(winners, list):
        return NOTHING
    names = [(seat.name,) for seat in game.seats.all() if seat.number in winners]
    return format_html_join(", ", "<bdi>{}</bdi>", names) if names else NOTHING
