"""Open tables: the list, “Find me a game”, and what is decided about a table that is open."""

from dataclasses import asdict

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits
from games.accounts.session import address_of, bind_session, player_entering, player_of
from games.engine.editions import EDITIONS
from games.models import CLOCK_NAMES
from games.open_tables import listing, matching, waiting
from games.open_tables.matching import Wish
from games.rooms import lookup, open_rooms
from games.rooms.hosts import check_host
from games.rooms.names import invented_name
from games.screens.open_tables import tables_html
from games.text.errors import BadInput
from games.text.numbers import whole_number
from games.views.responses import (
    after_command,
    go_to,
    must_ask,
    question_page,
    room_url,
    says_why_not,
)
from games.views.rooms import asked

OPEN_CLOCKS = {seconds: name for seconds, name in CLOCK_NAMES.items() if seconds}
USUAL = Wish(clock=open_rooms.USUAL_CLOCK)


@require_safe
@says_why_not
def show(request: HttpRequest) -> HttpResponse:
    """The list of open tables; for htmx the list alone."""
    language = get_language()
    html = SafeString(tables_html(listing.known_tables(), language))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(html)
    player = player_of(request)
    context = {
        "tables": html,
        "player": player,
        "place": matching.place_of(player) if player else None,
        "name": "" if player else invented_name(),
        "editions": EDITIONS.values(),
        "clocks": OPEN_CLOCKS.items(),
        "wish": _last_wish(request),
    }
    return render(request, "pages/tables.html", context)


def _last_wish(request: HttpRequest) -> Wish:
    """What was looked for last in this browser, if that still exists."""
    stored = request.session.get("wish")
    try:
        wish = Wish(**stored) if stored else USUAL
    except TypeError:
        return USUAL
    return wish if wish.clock in OPEN_CLOCKS and wish.edition in {"", *EDITIONS} else USUAL


@require_POST
@says_why_not
def find_game(request: HttpRequest) -> HttpResponse:
    """Sit down at a fitting open table, or at a new one."""
    limits.check("match", address_of(request))
    wish = _wished(request)
    known = player_of(request)
    lookup.check_welcome(known)
    open_rooms.check_account(known, is_rated=wish.is_rated)
    with transaction.atomic():
        player = known or player_entering(request, request.POST.get("name", ""))
    room = matching.find(player, wish)
    bind_session(request, player)
    request.session["wish"] = asdict(wish)
    return go_to(request, room_url(room))


def _wished(request: HttpRequest) -> Wish:
    """What the form asks for; raises BadInput."""
    edition = request.POST.get("edition", "")
    if edition and edition not in EDITIONS:
        raise BadInput(reason=_("There is no such edition."))
    clock = whole_number(request.POST.get("clock", str(USUAL.clock)))
    if clock not in OPEN_CLOCKS:
        raise BadInput(reason=_("There is no such time per turn."))
    return Wish(clock or USUAL.clock, edition, request.POST.get("rated") == "yes")


@require_POST
@says_why_not
def open_table(request: HttpRequest, invite: str) -> HttpResponse:
    """Open a room to anyone, which is asked twice, or make it private again."""
    room, player = asked(request, invite)
    if request.POST.get("open") != "yes":
        open_rooms.make_private(room.pk, player)
        return after_command(request, room)
    if must_ask(request):
        check_host(room, player)
        question = _(
            "Open this room to anyone? Strangers will see who is here, read the chat, watch and "
            "sit down."
        )
        return question_page(request, room, question, _("Open to anyone"))
    is_rated = request.POST.get("rated") == "yes"
    open_rooms.open_to_all(room.pk, player, is_rated=is_rated)
    return after_command(request, room)


@require_POST
@says_why_not
def fill(request: HttpRequest, invite: str) -> HttpResponse:
    """Fill the free seats with bots and start."""
    room, player = asked(request, invite)
    waiting.fill_with_bots(room.pk, player)
    return after_command(request, room)
