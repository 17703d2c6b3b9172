"""E-mail addresses: given on the account page, proved and switched off by links in letters."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import limits
from games.accounts.passwords import count_try, has_logged_in
from games.accounts.session import address_of
from games.forms import MailForm
from games.models import Player
from games.notifications import addresses, links
from games.text.errors import AccountsOnly, MailIsOff, NoSuchLink
from games.views.account import account_page
from games.views.archive import for_players
from games.views.responses import says_why_not


@says_why_not
@require_POST
@for_players
def set_address(request: HttpRequest, player: Player) -> HttpResponse:
    """Another address, or other wishes for the one there is; the password is asked for."""
    user = player.user
    if user is None:
        raise AccountsOnly
    if not addresses.is_possible():
        raise MailIsOff
    limits.check("mail", player.pk)
    limits.check("mail_from", address_of(request))
    count_try(request, user.get_username())
    form = MailForm(request.POST)
    if form.is_valid() and not user.check_password(form.cleaned_data["password"]):
        form.add_error("password", _("That’s not your password."))
    if not form.is_valid():
        return account_page(request, player, 400, mail=form)
    data = form.cleaned_data
    is_sent = addresses.set_address(player, data["address"], data["wish"], data["zone"])
    sentence = _("Open the link that we sent you by e-mail.") if is_sent else _("Saved.")
    messages.success(request, sentence)
    response = redirect("account")
    has_logged_in(request, response, user)
    return response


@says_why_not
@require_POST
@for_players
def remove_address(request: HttpRequest, player: Player) -> HttpResponse:
    """Forget the address."""
    addresses.remove_address(player)
    messages.success(request, _("Your e-mail address was deleted."))
    return redirect("account")


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest, token: str) -> HttpResponse:
    """A question; its button proves the address. Programs that look at links press none."""
    address = links.verified_by(token)
    if address is None:
        raise NoSuchLink
    if request.method != "POST":
        question = {"address": address.address, "button": _("Confirm the address")}
        return render(request, "pages/mail.html", {"title": _("Confirm your address"), **question})
    addresses.prove(address)
    messages.success(request, _("Your address is confirmed."))
    return redirect("home")


@csrf_exempt  # mail programs post to it without a page of ours (RFC 8058); the token says who
@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def switch_off(request: HttpRequest, token: str) -> HttpResponse:
    """A question; its button, or the one of a mail program, ends e-mails about games."""
    address = links.off_by(token)
    if address is None:
        raise NoSuchLink
    if request.method != "POST":
        question = {"address": address.address, "button": _("Stop these e-mails")}
        return render(request, "pages/mail.html", {"title": _("Stop e-mails"), **question})
    addresses.switch_off(address)
    done = {"title": _("E-mails are off"), "address": address.address}
    return render(request, "pages/mail.html", done)
