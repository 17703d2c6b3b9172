"""What other sites show of a pasted link: a title, a sentence and a picture.

Their robots read it without cookies and keep it, so it says what any stranger with the link may
know. Of a running game that is that it is running: no more is taken from it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Member, Room


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of one page; `address` is the page's own, `link` leads to what was pasted."""

    title: str
    sentence: str
    picture: str
    address: str
    link: str


def site_origin(request: HttpRequest) -> str:
    """Scheme and host of the site: the first of SITE_ORIGINS, else those of the request.

    A Host header is only believed if no origin is set; then whoever forged it gets it back, and
    nobody else, as pages are not stored.
    """
    named = [origin for origin in settings.SITE_ORIGINS if "*" not in origin]
    return named[0].rstrip("/") if named else f"{request.scheme}://{request.get_host()}"


def of_home(request: HttpRequest) -> LinkPreview:
    sentence = _(
        "Reiner Knizia’s 15-minute bidding game for 3–5. Buy status, but don’t finish poorest. "
        "Free, no account."
    )
    return _preview(request, "home", "High Society", sentence, reverse("home"))


def of_rules(request: HttpRequest, edition: str = "") -> LinkPreview:
    """The rules of the edition with this title, or of all."""
    title = _("The rules of High Society")
    sentence = _("How to play, and how the published editions differ.")
    return _preview(request, "home", f"{title}: {edition}" if edition else title, sentence)


def of_lesson(request: HttpRequest) -> LinkPreview:
    """The lesson; all its steps are one page to search engines."""
    sentence = _("Three minutes with a coach at a table of bots. Free, no account.")
    return _preview(request, "home", _("Learn High Society by playing"), sentence)


def of_room(
    request: HttpRequest, room: Room, members: Iterable[Member], *, is_running: bool
) -> LinkPreview:
    title = _("You are invited to High Society")
    if room.host:
        title = _("%(name)s invited you to High Society") % {"name": room.host.name}
    sentence = _("A game is running; you can watch.")
    if not is_running:
        sentence = _seats_sentence(room.seats, [m for m in members if m.chair is not None])
    return _preview(request, "room", title, sentence, reverse("room", args=[room.invite]))


def _seats_sentence(seats: int, seated: Sequence[Member]) -> str:
    """Whether a stranger who comes in finds a seat."""
    free = max(0, seats - len(seated))
    facts = {"free": free, "seats": seats}
    if free:
        sentence = ngettext(
            "%(free)s of %(seats)s seats is free. No account needed.",
            "%(free)s of %(seats)s seats are free. No account needed.",
            free,
        )
        return sentence % facts
    if any(member.player.bot for member in seated):
        return _("All %(seats)s seats are taken, but you can have a bot’s.") % facts
    return _("All %(seats)s seats are taken. You can watch.") % facts


def of_replay(
    request: HttpRequest, key: str, names: Sequence[str], edition: str, moment: str
) -> LinkPreview:
    """A game that is over; `moment` is the query of the position that the link leads to."""
    title = _("High Society: %(names)s") % {"names": _list(names)}
    sentence = _("Watch this game again, move by move. Edition: %(edition)s.") % {
        "edition": _(edition)
    }
    return _preview(request, "replay", title, sentence, reverse("replay", args=[key]), moment)


def of_review(request: HttpRequest, key: str, names: Sequence[str]) -> LinkPreview:
    title = _("Analysis: %(names)s") % {"names": _list(names)}
    sentence = _("What each decision in this game of High Society cost.")
    return _preview(request, "analysis", title, sentence, reverse("review", args=[key]))


def _list(names: Sequence[str]) -> str:
    return get_text_list(list(names), _("and"))


def _preview(
    request: HttpRequest, picture: str, title: str, sentence: str, path: str = "", query: str = ""
) -> LinkPreview:
    origin = site_origin(request)
    address = f"{origin}{path or request.path}"
    image = f"{origin}{static(f'img/previews/{picture}.png')}"
    return LinkPreview(title, sentence, image, address, f"{address}{query}")
