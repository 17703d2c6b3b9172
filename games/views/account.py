"""The account page: who somebody is here, what is kept and sent, and the forms to change it."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits, people
from games.accounts.passwords import count_try, has_logged_in
from games.accounts.session import device_in
from games.archive.listing import games_to_take
from games.archive.personal_data import facts_about
from games.archive.stored_games import chunks_of
from games.forms import MailForm, NewPasswordForm, UsernameForm
from games.models import MailAddress, Player, User
from games.notifications import addresses, devices
from games.process.db_threads import in_thread
from games.ratings.profiles import profile_name
from games.text.errors import AccountsOnly
from games.views.archive import for_players
from games.views.records import CHUNK, download, record_lines
from games.views.responses import says_why_not

MOST_BROWSERS = 10


@says_why_not
@require_safe
@for_players
def show(request: HttpRequest, player: Player) -> HttpResponse:
    """The page with everything that a person can see and change about themselves."""
    return account_page(request, player)


def account_page(
    request: HttpRequest, player: Player, status: int = 200, **forms: Any
) -> HttpResponse:
    """The page; `forms` are those that were refused, with their errors."""
    user, address = player.user, MailAddress.objects.filter(player=player).first()
    on, here = list(devices.list_of(player)), device_in(request.session)
    context = {
        "player": player,
        "username": UsernameForm(instance=user) if user else None,
        "password": NewPasswordForm(user) if user else None,
        "profile": profile_name(player),
        "address": address,
        "mail": _mail_form(address) if user and addresses.is_possible() else None,
        "push_devices": on,
        "is_on_here": any(each.device.number == here for each in on),
        "browsers": player.devices.order_by("-last_seen")[:MOST_BROWSERS],
        "here": here,
    }
    sentences = [
        sentence
        for form in forms.values()
        for errors in form.errors.values()
        for sentence in errors
    ]
    return render(
        request, "pages/account.html", context | forms | {"sentences": sentences}, status=status
    )


def _mail_form(address: MailAddress | None) -> MailForm:
    if address is None:
        return MailForm(initial={"wish": MailAddress.Wish.TURNS})
    stored = {"address": address.address, "wish": address.wish, "zone": address.zone}
    return MailForm(initial=stored)


@says_why_not
@require_POST
@for_players
def rename(request: HttpRequest, player: Player) -> HttpResponse:
    """Another name at the tables."""
    people.rename(player, request.POST.get("name", ""))
    messages.success(request, _("Your name was changed. Games already dealt keep the old one."))
    return redirect("account")


@says_why_not
@require_POST
@for_players
def change_username(request: HttpRequest, player: Player) -> HttpResponse:
    """Another username to log in with; never two that differ in case only."""
    form = UsernameForm(request.POST, instance=_account(player))
    if not form.is_valid() or not _save(form):
        return account_page(request, player, 400, username=form)
    messages.success(request, _("Your username was changed."))
    return redirect("account")


def _save(form: UsernameForm) -> bool:
    """Whether the username was stored; somebody else may just have taken it."""
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error("username", form.instance.unique_error_message(User, ("username",)))
        return False
    return True


@says_why_not
@require_POST
@for_players
def change_password(request: HttpRequest, player: Player) -> HttpResponse:
    """Another password; other browsers are logged out by it, this one is not."""
    user = _account(player)
    count_try(request, user.get_username())
    form = NewPasswordForm(user, request.POST)
    # Django looks the session's user up when it is first asked for, and ends the session if the
    # password is another by then: so it is asked for before.
    if not form.is_valid() or not request.user.is_authenticated:
        return account_page(request, player, 400, password=form)
    form.save()
    update_session_auth_hash(request, user)
    people.keep_push(player, device_in(request.session))
    messages.success(request, _("Your password was changed. Other browsers are logged out."))
    response = redirect("account")
    has_logged_in(request, response, user)
    return response


@says_why_not
@require_POST
@for_players
def log_out_everywhere(request: HttpRequest, player: Player) -> HttpResponse:
    """End the account's sessions in all browsers, this one included."""
    _account(player)
    people.log_out_everywhere(player)
    logout(request)
    messages.success(request, _("You’re logged out in all browsers."))
    return redirect("login")


@says_why_not
@require_safe
@for_players
def data(request: HttpRequest, player: Player) -> HttpResponseBase:
    """Everything that is stored about the player, and their games, as one JSON file."""
    limits.check("export", player.pk)
    chunks = list(chunks_of(games_to_take(player), CHUNK))
    return StreamingHttpResponse(
        _file(facts_about(player), chunks),
        content_type="application/json; charset=utf-8",
        headers=download("high-society-my-data.json"),
    )


async def _file(facts: dict[str, Any], chunks: Sequence[Sequence[int]]) -> AsyncIterator[str]:
    """The file in parts: the facts, then the games a chunk at a time."""
    head = json.dumps(facts, ensure_ascii=False, indent=1)
    yield head.rstrip("}").rstrip() + ',\n "games": ['
    first = True
    for numbers in chunks:
        for line in (await in_thread(record_lines, numbers)).splitlines():
            yield ("\n" if first else ",\n") + line
            first = False
    yield "\n]}\n"


def _account(player: Player) -> User:
    """The player's account; raises AccountsOnly for a guest."""
    if player.user is None:
        raise AccountsOnly
    return player.user
