"""What the host of a room decides: options, lock, members, bots, start and end of a game."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.forms import RoomForm
from games.models import Player, Room
from games.rooms import absence, ending, hosting, lookup, rematch
from games.rooms.hosts import check_host
from games.text.errors import BadInput
from games.views.responses import after_command, must_ask, question_page, says_why_not
from games.views.rooms import asked, known_level, numbered


def name_in(room: Room, host: Player, player_id: int) -> str:
    """The name of somebody whom the host asks about; raises as what is asked for would."""
    check_host(room, host)
    return lookup.member_of(room, player_id).player.name


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
    other = numbered(request)
    if must_ask(request):
        facts = {"name": name_in(room, player, other)}
        question = _("Remove %(name)s from this room? They can’t come back.") % facts
        return question_page(request, room, question, _("Remove"))
    hosting.remove(room.pk, player, other)
    return after_command(request, room)


@require_POST
@says_why_not
def hand_over(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    other = numbered(request)
    if must_ask(request):
        facts = {"name": name_in(room, player, other)}
        question = _("Make %(name)s the host? You won’t be the host any more.") % facts
        return question_page(request, room, question, _("Make host"))
    hosting.hand_over(room.pk, player, other)
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
    """Start the first game; after a game propose a rematch, or start it."""
    rematch.start(room.pk, player)
    return after_command(request, room)


@require_POST
@says_why_not
def break_off(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    if must_ask(request):
        question = _("End this game without a result?")
        return question_page(request, room, question, _("Break the game off"))
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
        raise BadInput(reason=_("Choose “Let a bot play” or “Wait”."))
    choose_for(room.pk, player, numbered(request, "seat"))
    return after_command(request, room)
