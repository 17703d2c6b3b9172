"""A forgotten password: a link by e-mail, or one that the host of the site has made."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts import limits, people
from games.accounts.password_links import user_behind
from games.accounts.session import address_of
from games.forms import ForgottenForm, ResetPasswordForm
from games.notifications import addresses
from games.text.errors import BadInput, NoSuchLink
from games.views.responses import says_why_not


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link; the answer does not tell whether there is such an account."""
    form = ForgottenForm(request.POST or None, label_suffix="")
    if request.method == "POST":
        limits.check("account", address_of(request))
        if not form.is_valid():
            raise BadInput(reason=_("Type your username or e-mail address."))
        if addresses.is_possible():
            addresses.send_password_links(form.cleaned_data["who"])
        messages.success(
            request, _("If the account has a confirmed e-mail address, a link is on its way.")
        )
        return redirect("login")
    shown = {"form": form, "has_mail": bool(settings.EMAIL_URL)}
    return render(request, "pages/forgotten.html", shown)


@says_why_not
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, number: str, token: str) -> HttpResponse:
    """A page to set a new password, which works once; all sessions of the account end."""
    limits.check("account", address_of(request))
    user = user_behind(number, token)
    if user is None:
        raise NoSuchLink
    form = ResetPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        if player := getattr(user, "player", None):
            people.log_out_everywhere(player)
        messages.success(request, _("Your password was changed. Log in with it."))
        return redirect("login")
    shown = {"form": form, "username": user.get_username()}
    return render(request, "pages/new-password.html", shown, status=400 if form.errors else 200)
