"""Sign up, log in and out, and erase an account."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.accounts import limits, people
from games.accounts.erasure import erase
from games.accounts.guest_merging import merge_guest
from games.accounts.passwords import COOKIE, has_logged_in
from games.accounts.session import address_of, bind_session, device_in, player_of
from games.forms import LogInForm, SignUpForm
from games.models import Player, User
from games.notifications import addresses
from games.text.errors import BadInput
from games.views.archive import for_players
from games.views.responses import says_why_not

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """A new account, which takes over the games of the guest."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST":
        limits.check("account", address_of(request))
        guest = player_of(request)
        if user := _new_account(form):
            login(request, user, backend=PASSWORDS)
            bind_session(request, merge_guest(guest, user))
            response = redirect("home")
            has_logged_in(request, response, user)
            messages.success(
                request, _("Your account is ready. Your guest games were added to it.")
            )
            return response
    return render(request, "pages/sign-up.html", {"form": form}, status=400 if form.errors else 200)


def _new_account(form: SignUpForm) -> User | None:
    """The new account, or None with the errors in the form if it is not valid or just taken."""
    if not form.is_valid():
        return None
    try:
        with transaction.atomic():
            return cast("User", form.save())
    except IntegrityError:
        form.add_error("username", form.instance.unique_error_message(User, ("username",)))
        return None


class LogIn(LoginView):
    """Log in to an account, which takes over the games of the guest."""

    template_name = "pages/log-in.html"
    authentication_form = LogInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(has_mail=addresses.is_possible(), **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        limits.check("account", address_of(request))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form):  # type: ignore[no-untyped-def]
        guest = player_of(self.request)
        response = super().form_valid(form)
        bind_session(self.request, merge_guest(guest, form.get_user()))
        has_logged_in(self.request, response, form.get_user())
        messages.success(self.request, _("You’re logged in."))
        return response


log_in = says_why_not(LogIn.as_view())


@says_why_not
@require_http_methods(["GET", "HEAD", "POST"])
@for_players
def forget_me(request: HttpRequest, player: Player) -> HttpResponse:
    """Explain erasure; a POST with the box ticked erases the player."""
    if request.method == "POST":
        if request.POST.get("sure") != "yes":
            raise BadInput(reason=_("Tick the box to confirm. Nothing was deleted."))
        erase(player)
        logout(request)
        response = redirect("home")
        response.delete_cookie(COOKIE, samesite="Lax")
        messages.success(request, _("Your account and data were deleted."))
        return response
    return render(request, "pages/forget.html", {"player": player})


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out and close the sockets of this player."""
    if player := player_of(request):
        people.log_out(player, device_in(request.session))
    logout(request)
    messages.success(request, _("You’re logged out."))
    return redirect("home")
