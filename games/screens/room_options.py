"""The options of a room: a form for who may change them, words for everybody else.

Both depend on the options and nothing else, so they are rendered once for each choice of them; the
form has gaps for the address and the token of its reader.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.forms import RoomForm
from games.models import CLOCK_NAMES, CLOCKS, DAYS, GRACE_NAMES, Room, TimeUp
from games.screens.gaps import filled, gaps
from games.text.card_names import lot_name


class Options(NamedTuple):
    """What has been chosen for a room: the fields of the form."""

    edition: str
    advanced: tuple[str, ...]
    show_spent: bool
    clock: int
    weekends_off: bool
    time_up: str
    grace: int
    level: str
    seats: int


def options_html(room: Room, csrf_token: str, *, can_change: bool, is_running: bool) -> str:
    """The part `options` for who can change them now, and for who cannot."""
    chosen = Options(*(_value(room, name) for name in Options._fields))
    html = _options(chosen, get_language(), can_change, is_running)
    return filled(html, [reverse("options", args=[room.invite]), csrf_token])


def _value(room: Room, name: str) -> Any:
    value = getattr(room, name)
    return tuple(value) if isinstance(value, list) else value


@lru_cache(maxsize=500)
def _options(chosen: Options, language: str | None, can_change: bool, is_running: bool) -> str:  # noqa: ARG001
    url, token = gaps(2)
    form = RoomForm(instance=Room(**chosen._asdict())) if can_change else None
    context = _in_words(chosen) | {"form": form, "is_running": is_running, "url": url}
    return render_to_string("partials/options.html", context | {"csrf_token": token})


def _in_words(chosen: Options) -> dict[str, Any]:
    """How the room plays, in words, for those who cannot change it."""
    edition = EDITIONS[chosen.edition]
    return {
        "room": chosen,
        "edition": edition,
        "advanced": [lot_name(edition, BY_ID[id]) for id in chosen.advanced],
        "clock": CLOCK_NAMES[chosen.clock],
        "grace": GRACE_NAMES[chosen.grace],
        "time_up": TimeUp(chosen.time_up).label,
        "is_over_days": chosen.clock in DAYS,
        "days": " ".join(map(str, DAYS)),
        "no_days": " ".join(str(clock) for clock in CLOCKS if clock not in DAYS),
        "with_advanced": " ".join(each.id for each in EDITIONS.values() if each.has_advanced),
    }
