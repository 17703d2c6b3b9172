"""A room's page, the ways in and out, and what a player does at the table."""

from collections.abc import Callable
from io import BytesIO

import segno
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits, mutes
from games.accounts.session import address_of, bind_session, device_in, player_entering, player_of
from games.engine.editions import EDITIONS
from games.engine.violations import RuleViolation
from games.models import LEVELS, Game, Player, Room
from games.open_tables import joining
from games.play import commands, position
from games.process import metrics
from games.rooms import chat, lookup, presence, rematch, seating, starting
from games.text.errors import (
    BadInput,
    NameIsTaken,
    NoGameIsRunning,
    NoSuchRoom,
    NotInThisRoom,
    NotSeated,
    RoomIsLocked,
    RoomIsPlaying,
    TableMovedOn,
)
from games.text.events import refusal_text
from games.text.numbers import ID_DIGITS, whole_number
from games.views.pages import DEFAULT_CHOICES, home_page
from games.views.responses import (
    after_command,
    go_to,
    must_ask,
    name_taken,
    not_played,
    question_page,
    room_page,
    room_url,
    says_why_not,
)

LONGEST_LINK = 300  # a name of a host has at most 253 characters


def asked(request: HttpRequest, invite: str) -> tuple[Room, Player]:
    """The room and the player who asks; raises NotInThisRoom for somebody without a player."""
    player = player_of(request)
    room = lookup.room_by_invite(invite, player)
    if player is None:
        raise NotInThisRoom
    presence.arrive(room.pk, player.pk)
    return room, player


def numbered(request: HttpRequest, field: str = "player") -> int:
    """The id of a player, or the number of a seat, in the form; raises BadInput if it is none."""
    number = whole_number(request.POST.get(field, ""), ID_DIGITS)
    if number is None:
        raise BadInput(reason=_("Choose a player first."))
    return number


@require_POST
@says_why_not
def open_room(request: HttpRequest) -> HttpResponse:
    limits.check("room", address_of(request))
    with transaction.atomic():
        player = player_entering(request, request.POST.get("name", ""))
        room = seating.open_room(player)
    bind_session(request, player)
    return redirect("room", room.invite)


@require_POST
@says_why_not
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Go to the room with this code; a code that does not work stays in its form, with the reason.

    Codes are counted by address, so that nobody finds a room by trying.
    """
    limits.check("code", address_of(request))
    code = request.POST.get("code", "")
    try:
        room = lookup.room_by_code(code, player_of(request))
    except (NoSuchRoom, RoomIsLocked, RoomIsPlaying) as refusal:
        metrics.refused(refusal.code)
        return home_page(request, code, str(refusal), refusal.status)
    return redirect("room", room.invite)


@require_safe
@says_why_not
def show(request: HttpRequest, invite: str) -> HttpResponse:
    player = player_of(request)
    room = lookup.room_by_invite(invite, player)
    if player is not None:
        presence.arrive(room.pk, player.pk)
    return room_page(request, room)


@require_POST
@says_why_not
def sit(request: HttpRequest, invite: str) -> HttpResponse:
    return come_in(request, invite, joining.sit)


@require_POST
@says_why_not
def watch(request: HttpRequest, invite: str) -> HttpResponse:
    return come_in(request, invite, seating.watch)


def come_in(
    request: HttpRequest, invite: str, take_place: Callable[[int, Player], object]
) -> HttpResponse:
    """Enter the room under the given name and take a place by `take_place`."""
    limits.check("join", address_of(request))
    room = lookup.room_by_invite(invite, player_of(request))
    try:
        with transaction.atomic():
            player = player_entering(request, request.POST.get("name", ""), room)
            take_place(room.pk, player)
    except NameIsTaken as refusal:
        return name_taken(request, room, refusal)
    bind_session(request, player)
    return go_to(request, room_url(room))


def question_of_leaving(room: Room) -> str:
    """What is asked before somebody leaves during a game."""
    if room.is_open:
        return _("Leave this open game? A bot plays on for you, and it counts as a leave.")
    return _("Leave the room while the game is running?")


@require_POST
@says_why_not
def leave(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    if must_ask(request):
        question = question_of_leaving(room)
        return question_page(request, room, question, _("Leave the room"))
    seating.leave(room.pk, player)
    messages.success(request, _("You left the room."))
    return go_to(request, reverse("home"))


@require_POST
@says_why_not
def ready(request: HttpRequest, invite: str) -> HttpResponse:
    """Say whether one is ready for the rematch."""
    room, player = asked(request, invite)
    rematch.answer(room.pk, player, is_ready=request.POST.get("ready") != "no")
    return after_command(request, room)


def known_level(request: HttpRequest) -> str:
    """The bot level in the form; raises BadInput if there is no such level."""
    level = request.POST.get("level", DEFAULT_CHOICES["level"])
    if level not in LEVELS:
        raise BadInput(reason=_("There is no such level."))
    return level


@require_POST
@says_why_not
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a room, add three bots and start a game."""
    limits.check("room", address_of(request))
    edition = request.POST.get("edition", DEFAULT_CHOICES["edition"])
    if edition not in EDITIONS:
        raise BadInput(reason=_("There is no such edition."))
    level = known_level(request)
    with transaction.atomic():
        player = player_entering(request, request.POST.get("name", ""))
        room = starting.play_now(player, edition, level)
    bind_session(request, player)
    request.session["choices"] = {"edition": edition, "level": level}
    return go_to(request, room_url(room))


@require_POST
@says_why_not
def play(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    limits.check("move", player.pk)
    game = lookup.game_of(room)
    if game is None or game.status != Game.Status.RUNNING:
        raise NoGameIsRunning
    seat = position.seat_of(game, player) if lookup.membership(room, player) else None
    if seat is None:
        raise NotSeated
    try:
        device = device_in(request.session)
        commands.carry_out(commands.command_from(dict(request.POST.lists()), game.pk, seat, device))
    except RuleViolation as violation:
        metrics.refused(violation.code)
        return not_played(request, room, refusal_text(EDITIONS[game.edition], violation))
    except TableMovedOn as refusal:
        metrics.refused(refusal.code)
        return not_played(request, room, str(refusal))
    return after_command(request, room)


@require_POST
@says_why_not
def say(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    limits.check("chat", player.pk)
    chat.speak(room.pk, player, dict(request.POST.lists()))
    return after_command(request, room)


@require_POST
@says_why_not
def mute(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    if request.POST.get("muted") == "no":
        mutes.unmute(player, numbered(request))
    else:
        mutes.mute(room, player, numbered(request))
    return after_command(request, room)


@require_safe
@says_why_not
def qr_code(request: HttpRequest, invite: str) -> HttpResponse:
    room = lookup.room_by_invite(invite, player_of(request))
    link = request.build_absolute_uri(reverse("room", args=[room.invite]))
    if len(link) > LONGEST_LINK:
        raise BadInput(reason=_("This address is too long for a QR code."))
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=5, border=2, light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
