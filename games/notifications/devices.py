"""The browsers in which a player gets push messages: switched on and off, one by one."""

import binascii
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.models import Delivery, Device, Player, PushSubscription
from games.notifications.endpoints import BadEndpoint, endpoint_in
from games.play.outbox import queue
from games.text.errors import BadInput

OFF = "off"
KEYS = {"p256dh": 65, "auth": 16}  # each with its length in bytes


@transaction.atomic
def switch_on(player: Player, number: int, fields: Mapping[str, str]) -> PushSubscription:
    """Send the player's notifications to this browser, whoever had it before; raises BadInput.

    Above MOST_PUSH_DEVICES the one that was switched on first is switched off.
    """
    endpoint, keys = _checked(fields)
    device = Device.objects.get(player=player, number=number)
    Device.objects.filter(pk=device.pk).update(is_push_off=False)
    digest = digest_of(endpoint)
    PushSubscription.objects.filter(digest=digest).exclude(device=device).delete()
    subscription, _is_new = PushSubscription.objects.update_or_create(
        device=device,
        defaults={
            **keys,
            "endpoint": endpoint,
            "digest": digest,
            "origin": endpoint_in(endpoint).origin,
            "credential": player.credential,
            "language": get_language() or settings.LANGUAGE_CODE,
            "failures": 0,
        },
    )
    mine = list_of(player).exclude(pk=subscription.pk).order_by("-created_at")
    surplus = [each.pk for each in mine[max(0, settings.MOST_PUSH_DEVICES - 1) :]]
    PushSubscription.objects.filter(pk__in=surplus).delete()
    return subscription


def digest_of(endpoint: str) -> str:
    """By which an endpoint is known; the script `push.js` computes the same."""
    return sha256(endpoint.encode()).hexdigest()


def state_of(player: Player | None, number: int | None) -> str:
    """What is stored of a browser: the digest of its endpoint, “off”, or “” if it has to say more.

    “off” if it was switched off from elsewhere. “” also if what is stored would not be sent, or not
    in the language that is read now.
    """
    device = Device.objects.filter(player=player, number=number or 0).first() if player else None
    if player is None or device is None:
        return ""
    if device.is_push_off:
        return OFF
    same = {"credential": player.credential, "language": get_language() or settings.LANGUAGE_CODE}
    found = PushSubscription.objects.filter(device=device, **same).first()
    return found.digest if found else ""


def _checked(fields: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    endpoint = fields.get("endpoint", "")
    try:
        endpoint_in(endpoint)
        keys = {name: _key(fields.get(name, ""), length) for name, length in KEYS.items()}
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(keys["p256dh"]))
    except (BadEndpoint, ValueError) as error:
        raise BadInput(reason=_("This browser can’t get notifications from this site.")) from error
    return endpoint, keys


def _key(text: str, length: int) -> str:
    if len(text) > 2 * length or len(_bytes(text)) != length:
        raise ValueError(text)
    return text.rstrip("=")


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    try:
        return urlsafe_b64decode(text.encode("ascii").rstrip(b"=") + b"=" * (-len(text) % 4))
    except (binascii.Error, UnicodeEncodeError) as error:
        raise ValueError(text) from error


def list_of(player: Player) -> QuerySet[PushSubscription]:
    """The subscriptions of the player's browsers, the newest first."""
    mine = PushSubscription.objects.filter(device__player=player)
    return mine.select_related("device").order_by("-created_at")


def switch_off(player: Player, device_id: int) -> bool:
    """Send nothing more to this device of the player; whether there was one."""
    Device.objects.filter(player=player, pk=device_id).update(is_push_off=True)
    gone, _rows = PushSubscription.objects.filter(device__player=player, device=device_id).delete()
    return bool(gone)


def send_test(player: Player, number: int | None) -> bool:
    """Let a test be sent to this browser at once; False if it is not switched on."""
    mine = list_of(player).filter(device__number=number or 0)
    found = list(mine)
    queue(Delivery.Kind.TEST, found, None, due_at=timezone.now())
    return bool(found)


def switch_off_browser(player: Player, number: int | None) -> None:
    """Send nothing more to the player's browser with this number."""
    PushSubscription.objects.filter(device__player=player, device__number=number or 0).delete()
