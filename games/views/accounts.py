"""Accounts, for those who want to keep a name and a history."""

from typing import Any

from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import limits
from games.forms import SignUpForm
from games.identity import address_of, player_of, remember
from games.models import Player
from games.refusals import BadInput, TooManyTries
from games.services import people
from games.services.forgetting import forget
from games.services.people import bring_along
from games.views.answers import refuse, says_why_not
from games.views.histories import for_players

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account; what the guest has played comes along."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        limits.check("account", address_of(request))
        if form.is_valid():
            guest, user = player_of(request), form.save()
            login(request, user, backend=PASSWORDS)
            remember(request, bring_along(guest, user))
            return redirect("home")
    return render(request, "pages/sign-up.html", {"form": form}, status=400 if form.errors else 200)


class LogIn(LoginView):
    """Back to an account; what the guest has played comes along."""

    template_name = "pages/log-in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limits.check("account", address_of(request))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form):  # type: ignore[no-untyped-def]
        guest = player_of(self.request)
        response = super().form_valid(form)
        remember(self.request, bring_along(guest, form.get_user()))
        return response


log_in = says_why_not(LogIn.as_view())


def locked_out(request: HttpRequest, *_: object) -> HttpResponse:
    """The answer where too many wrong passwords came from."""
    return refuse(request, TooManyTries())


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def forget_me(request: HttpRequest, player: Player) -> HttpResponse:
    """What it means to be forgotten; by POST, with the box ticked, it happens."""
    if request.method == "POST":
        if request.POST.get("sure") != "yes":
            raise BadInput(reason=_("Please tick the box if you mean it. Nothing was changed."))
        forget(player)
        logout(request)
        return redirect("home")
    return render(request, "pages/forget.html", {"player": player})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Forget who this is, and close what this person has open."""
    if player := player_of(request):
        people.log_out(player)
    logout(request)
    return redirect("home")
