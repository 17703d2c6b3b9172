"""Blocks, favourites and invitations: from a room's page, and a page of one's own lists."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts import limits
from games.accounts.people import announce_rooms_of
from games.accounts.session import player_of
from games.models import Player
from games.open_tables import blocks, favourites
from games.rooms import lookup
from games.text.errors import NoSuchMember, NotInThisRoom
from games.views.archive import for_players
from games.views.responses import after_command, must_ask, question_page, says_why_not
from games.views.rooms import asked, numbered


@require_POST
@says_why_not
def block(request: HttpRequest, invite: str) -> HttpResponse:
    """Block somebody met in this room, or take that back."""
    room, player = asked(request, invite)
    other = numbered(request)
    limits.check("company", player.pk)
    _check_met(player, other)
    if request.POST.get("blocked") == "no":
        blocks.unblock(player, other)
    elif must_ask(request):
        name = lookup.member_of(room, other).player.name
        question = _("Block %(name)s? You two will never sit together in open games again.")
        return question_page(request, room, question % {"name": name}, _("Block"))
    else:
        blocks.block(player, other)
    announce_rooms_of(player)
    return after_command(request, room)


@require_POST
@says_why_not
def favourite(request: HttpRequest, invite: str) -> HttpResponse:
    """Keep somebody met in this room among one's favourites, or no longer."""
    room, player = asked(request, invite)
    other = numbered(request)
    limits.check("company", player.pk)
    _check_met(player, other)
    if request.POST.get("favourite") == "no":
        favourites.remove_favourite(player, other)
    else:
        favourites.add_favourite(player, other)
    announce_rooms_of(player)
    return after_command(request, room)


def _check_met(player: Player, other: int) -> None:
    if not favourites.have_met(player, other):
        raise NoSuchMember


@require_http_methods(["GET", "HEAD", "POST"])
@says_why_not
def invite(request: HttpRequest, invite: str) -> HttpResponse:
    """The favourites who are not here, each with a button that invites them."""
    room, player = asked(request, invite)
    if lookup.membership(room, player) is None:
        raise NotInThisRoom
    if request.method == "POST":
        limits.check("company", player.pk)
        favourites.invite(room.pk, player, numbered(request))
        return redirect("invite", room.invite)
    context = {"room": room, "player": player, "choices": favourites.choices_in(room, player)}
    return render(request, "pages/invite.html", context)


@says_why_not
@require_safe
@for_players
def show(request: HttpRequest, player: Player) -> HttpResponse:
    """One's favourites and blocks."""
    context = {
        "player": player,
        "favourites": player.favourites.select_related("favourite").order_by("favourite__name"),
        "blocks": player.blocks.select_related("blocked").order_by("blocked__name"),
    }
    return render(request, "pages/company.html", context)


@require_POST
@says_why_not
def remove(request: HttpRequest) -> HttpResponse:
    """Take somebody off one of the two lists."""
    player = player_of(request)
    if player is None:
        raise NotInThisRoom
    other = numbered(request)
    limits.check("company", player.pk)
    if request.POST.get("list") == "blocks":
        blocks.unblock(player, other)
    else:
        favourites.remove_favourite(player, other)
    messages.success(request, _("Removed from the list."))
    return redirect("company")
