"""The browsers that get push messages: switched on by a script, off and tested by forms."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.accounts import limits
from games.accounts.session import device_in, player_of
from games.models import Player
from games.notifications import devices, vapid
from games.text.errors import BadInput, NotInThisRoom
from games.text.numbers import ID_DIGITS, whole_number
from games.views.responses import says_why_not


@require_safe
def key(request: HttpRequest) -> HttpResponse:
    """The key with which browsers subscribe; a header says what is stored of this browser."""
    state = devices.state_of(player_of(request), device_in(request.session))
    headers = {"Push-State": state}
    return HttpResponse(vapid.public_key(), content_type="text/plain", headers=headers)


@says_why_not
@require_POST
def switch_on(request: HttpRequest) -> HttpResponse:
    """Send notifications to this browser from now on; nothing comes back."""
    player = _player(request)
    number = device_in(request.session)
    if number is None or not player.devices.filter(number=number).exists():
        raise BadInput(reason=_("Take a seat in a room first."))
    devices.switch_on(player, number, request.POST)
    return HttpResponse(status=204)


@says_why_not
@require_POST
def switch_off(request: HttpRequest) -> HttpResponse:
    """Send no more to the device that is named, or to this browser if none is."""
    player, name = _player(request), request.POST.get("device", "")
    if name:
        devices.switch_off(player, whole_number(name, ID_DIGITS) or 0)
    else:
        devices.switch_off_browser(player, device_in(request.session))
    messages.success(request, _("Notifications are off for that device."))
    return redirect("account")


@says_why_not
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test to this browser."""
    if devices.send_test(_player(request), device_in(request.session)):
        messages.success(request, _("A test is on its way to this device."))
    else:
        messages.success(request, _("Switch notifications on for this device first."))
    return redirect("account")


def _player(request: HttpRequest) -> Player:
    """The player who asks, counted; raises NotInThisRoom for a stranger, TooFast above a limit."""
    player = player_of(request)
    if player is None:
        raise NotInThisRoom
    limits.check("device", player.pk)
    return player
