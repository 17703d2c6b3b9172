"""A room's page and everything that can be done in it."""

from collections.abc import Callable
from io import BytesIO

import segno
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import limits, selectors
from games.engine.editions import EDITIONS
from games.engine.violations import RuleViolation
from games.forms import RoomForm
from games.identity import address_of, arriving, device_in, player_of, remember
from games.models import LEVELS, Game, Player, Room
from games.narration import refusal_text
from games.refusals import BadInput, NoGameIsRunning, NotInThisRoom, NotSeated, TableMovedOn
from games.services import absence, deeds, people, presence, rooms, talk
from games.views.answers import after_deed, go_to, not_played, room_page, room_url, says_why_not
from games.views.pages import DEFAULT_CHOICES


def asked(request: HttpRequest, invite: str) -> tuple[Room, Player]:
    """The room and the person who asks; who is nobody yet has no business here."""
    player = player_of(request)
    room = selectors.room_by_invite(invite, player)
    if player is None:
        raise NotInThisRoom
    presence.arrive(room.pk, player.pk)
    return room, player


def numbered(request: HttpRequest, field: str = "player") -> int:
    """The person, or the seat, that is named in the form."""
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 18):
        raise BadInput(reason=_("Please say whom you mean."))
    return int(text)


@require_POST
@says_why_not
def open_room(request: HttpRequest) -> HttpResponse:
    limits.check("room", address_of(request))
    with transaction.atomic():
        player = arriving(request, request.POST.get("name", ""))
        room = rooms.open_room(player)
    remember(request, player)
    return redirect("room", room.invite)


@require_POST
@says_why_not
def join_by_code(request: HttpRequest) -> HttpResponse:
    limits.check("code", address_of(request))
    room = selectors.room_by_code(request.POST.get("code", ""))
    return redirect("room", room.invite)


@require_safe
@says_why_not
def show(request: HttpRequest, invite: str) -> HttpResponse:
    player = player_of(request)
    room = selectors.room_by_invite(invite, player)
    if player is not None:
        presence.arrive(room.pk, player.pk)
    return room_page(request, room)


@require_POST
@says_why_not
def sit(request: HttpRequest, invite: str) -> HttpResponse:
    return come_in(request, invite, rooms.sit)


@require_POST
@says_why_not
def watch(request: HttpRequest, invite: str) -> HttpResponse:
    return come_in(request, invite, rooms.watch)


def come_in(
    request: HttpRequest, invite: str, take_place: Callable[[int, Player], object]
) -> HttpResponse:
    """Into the room, by the name given, to the place that this person wants."""
    limits.check("join", address_of(request))
    room = selectors.room_by_invite(invite, player_of(request))
    with transaction.atomic():
        player = arriving(request, request.POST.get("name", ""))
        take_place(room.pk, player)
    remember(request, player)
    return go_to(request, room_url(room))


@require_POST
@says_why_not
def leave(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.leave(room.pk, player)
    return go_to(request, reverse("home"))


@require_POST
@says_why_not
def choose(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    form = RoomForm(request.POST)
    if not form.is_valid():
        raise BadInput(reason=" ".join(str(e) for errors in form.errors.values() for e in errors))
    rooms.choose(room.pk, player, **form.cleaned_data)
    return after_deed(request, room)


@require_POST
@says_why_not
def lock(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.set_lock(room.pk, player, is_locked=request.POST.get("locked") == "yes")
    return after_deed(request, room)


@require_POST
@says_why_not
def remove(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.remove(room.pk, player, numbered(request))
    return after_deed(request, room)


@require_POST
@says_why_not
def hand_over(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.hand_over(room.pk, player, numbered(request))
    return after_deed(request, room)


@require_POST
@says_why_not
def seat_bot(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.seat_bot(room.pk, player, known_level(request))
    return after_deed(request, room)


def known_level(request: HttpRequest) -> str:
    """The level a form asks for; BadInput where there is none of that name."""
    level = request.POST.get("level", DEFAULT_CHOICES["level"])
    if level not in LEVELS:
        raise BadInput(reason=_("There is no such level."))
    return level


@require_POST
@says_why_not
def play_now(request: HttpRequest) -> HttpResponse:
    """Seated and dealt in against three bots, with one click."""
    limits.check("room", address_of(request))
    edition = request.POST.get("edition", DEFAULT_CHOICES["edition"])
    if edition not in EDITIONS:
        raise BadInput(reason=_("There is no such edition."))
    level = known_level(request)
    with transaction.atomic():
        player = arriving(request, request.POST.get("name", ""))
        room = rooms.play_now(player, edition, level)
    remember(request, player)
    request.session["choices"] = {"edition": edition, "level": level}
    return go_to(request, room_url(room))


@require_POST
@says_why_not
def start(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.start(room.pk, player)
    return after_deed(request, room)


@require_POST
@says_why_not
def break_off(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    rooms.break_off(room.pk, player)
    return after_deed(request, room)


@require_POST
@says_why_not
def absent(request: HttpRequest, invite: str) -> HttpResponse:
    """What the host chooses for somebody who is away."""
    room, player = asked(request, invite)
    choices = {"bot": absence.let_a_bot_sit_in, "wait": absence.wait_for}
    choose_for = choices.get(request.POST.get("choice", ""))
    if choose_for is None:
        raise BadInput(reason=_("Please choose a bot, or to wait."))
    choose_for(room.pk, player, numbered(request, "seat"))
    return after_deed(request, room)


@require_POST
@says_why_not
def play(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    limits.check("move", player.pk)
    game = selectors.game_of(room)
    if game is None or game.status != Game.Status.RUNNING:
        raise NoGameIsRunning
    seat = selectors.seat_of(game, player) if selectors.membership(room, player) else None
    if seat is None:
        raise NotSeated
    try:
        device = device_in(request.session)
        deeds.do(deeds.deed_from(dict(request.POST.lists()), game.pk, seat, device))
    except RuleViolation as violation:
        return not_played(request, room, refusal_text(EDITIONS[game.edition], violation))
    except TableMovedOn as refusal:
        return not_played(request, room, str(refusal))
    return after_deed(request, room)


@require_POST
@says_why_not
def say(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    limits.check("chat", player.pk)
    talk.speak(room.pk, player, dict(request.POST.lists()))
    return after_deed(request, room)


@require_POST
@says_why_not
def mute(request: HttpRequest, invite: str) -> HttpResponse:
    room, player = asked(request, invite)
    deed = people.unmute if request.POST.get("muted") == "no" else people.mute
    deed(player, numbered(request))
    return after_deed(request, room)


@require_safe
@says_why_not
def qr_code(request: HttpRequest, invite: str) -> HttpResponse:
    room = selectors.room_by_invite(invite, player_of(request))
    link = request.build_absolute_uri(reverse("room", args=[room.invite]))
    picture = BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=5, border=2, light="#fff")
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")
