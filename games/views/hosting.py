"""What the host of a room decides: options, lock, members, bots, start and end of a game."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.forms import RoomForm
from games.rooms import absence, ending, hosting, starting
from games.text.errors import BadInput
from games.views.responses import after_command, says_why_not
from games.views.rooms import asked, known_level, numbered


@require_POST
@says_why_not
def choose(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    form = RoomForm(request.POST)
    if not form.is_valid():
        raise BadInput(reason=" ".join(str(e) for errors in form.errors.values() for e in errors))
    hosting.choose(room.pk, player, **form.cleaned_data)
    return after_command(request, room)


@require_POST
@says_why_not
def lock(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    hosting.set_lock(room.pk, player, is_locked=request.POST.get("locked") == "yes")
    return after_command(request, room)


@require_POST
@says_why_not
def remove(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    hosting.remove(room.pk, player, numbered(request))
    return after_command(request, room)


@require_POST
@says_why_not
def hand_over(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    hosting.hand_over(room.pk, player, numbered(request))
    return after_command(request, room)


@require_POST
@says_why_not
def seat_bot(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    hosting.seat_bot(room.pk, player, known_level(request))
    return after_command(request, room)


@require_POST
@says_why_not
def start(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    starting.start(room.pk, player)
    return after_command(request, room)


@require_POST
@says_why_not
def break_off(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    ending.break_off(room.pk, player)
    return after_command(request, room)


@require_POST
@says_why_not
def absent(request: HttpRequest, invite: str) -> HttpResponse:
    """Let a stand-in play for an absent player, or wait for them."""
    room, player = asked(request, invite)
    choices = {"bot": absence.let_a_bot_sit_in, "wait": absence.wait_for}
    choose_for = choices.get(request.POST.get("choice", ""))
    if choose_for is None:
        raise BadInput(reason=_("Please choose a bot, or to wait."))
    choose_for(room.pk, player, numbered(request, "seat"))
    return after_command(request, room)
