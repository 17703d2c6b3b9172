"""People: guests and accounts, and the names they go by."""

import secrets
import unicodedata
from collections.abc import Container

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.bots.characters import CHARACTERS
from games.models import NAME_LENGTH, Device, Member, Mute, Player, Room, Seat, User, new_number
from games.refusals import BadInput
from games.services.announcing import announce, announce_departure

INVENTED_TITLES = (
    gettext_noop("Lady"),
    gettext_noop("Lord"),
    gettext_noop("Madame"),
    gettext_noop("Count"),
    gettext_noop("Baroness"),
    gettext_noop("Duke"),
    gettext_noop("Marquise"),
    gettext_noop("Sir"),
)
INVENTED_NAMES = (
    "Amaryllis", "Bellamy", "Celestine", "Dorian", "Evangeline", "Fitzroy", "Georgiana", "Horatio",
    "Isolde", "Jasper", "Lavinia", "Montague", "Ottoline", "Percival", "Rosalind", "Thaddeus",
)  # fmt: skip


def invented_name() -> str:
    """A fine name for somebody who has not chosen one."""
    return f"{_(secrets.choice(INVENTED_TITLES))} {secrets.choice(INVENTED_NAMES)}"


def clean_text(text: str, longest: int) -> str:
    """`text` in one normal form, nothing unseen in it; BadInput where it is too short or long."""
    words = unicodedata.normalize("NFKC", text).split()
    visible = ("".join(c for c in word if unicodedata.category(c) not in UNSEEN) for word in words)
    cleaned = " ".join(word for word in visible if word)
    if not cleaned:
        raise BadInput(reason=_("Please write at least one character."))
    if len(cleaned) > longest:
        reason = _("That is too long: %(count)s characters at most.") % {"count": longest}
        raise BadInput(reason=reason)
    return cleaned


UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn"}


def new_guest(name: str) -> Player:
    """A person known by nothing but a session."""
    return Player.objects.create(name=clean_text(name, NAME_LENGTH))


def new_bot(level: str, taken: Container[str]) -> Player:
    """A bot of this level, one of the characters who is not at the table yet."""
    people = [each for each in CHARACTERS.values() if each.level == level]
    free = [each for each in people if each.name not in taken]
    character = secrets.choice(free or people)
    name = character.name if free else f"{character.name} II"
    return Player.objects.create(name=name[:NAME_LENGTH], bot=character.id)


def rename(player: Player, name: str) -> None:
    """Give `player` another name from now on; games already dealt keep the old one."""
    player.name = clean_text(name, NAME_LENGTH)
    player.save()
    announce_rooms_of(player)


def announce_rooms_of(player: Player) -> None:
    """Something about this person shows in the rooms they are in."""
    rooms = Room.objects.filter(members__player=player)
    for room_id in rooms.values_list("pk", flat=True):
        Room.objects.filter(pk=room_id).update(changes=F("changes") + 1)
        announce(room_id)


@transaction.atomic
def log_out(player: Player) -> None:
    """All that this person has open is closed, also where the news of it do not arrive."""
    Player.objects.filter(pk=player.pk).update(logged_out_at=timezone.now())
    announce_departure(player.pk)


@transaction.atomic
def bring_along(guest: Player | None, user: User) -> Player:
    """The account's player, with everything the guest has played until now."""
    player = Player.objects.filter(user=user).first()
    if guest is None or guest.user_id:
        return player or Player.objects.create(user=user, name=user.get_username()[:NAME_LENGTH])
    if player is None:
        guest.user = user
        guest.save()
        return guest
    _merge(guest, player)
    return player


def _merge(guest: Player, player: Player) -> None:
    """Hand the guest's seats, chairs and rooms to `player`, save where `player` has one already."""
    Seat.objects.filter(player=guest).exclude(game__seats__player=player).update(player=player)
    Member.objects.filter(player=guest).exclude(room__members__player=player).update(player=player)
    Room.objects.filter(host=guest).update(host=player)
    taken = player.devices.values_list("number", flat=True)
    Device.objects.filter(player=guest).exclude(number__in=list(taken)).update(player=player)
    _carry_over(guest, player)
    guest.delete()


def _carry_over(guest: Player, player: Player) -> None:
    """Nobody gets round a ban or out of silence by logging in."""
    for name in ("banned_until", "silent_until"):
        times = [getattr(guest, name), getattr(player, name)]
        setattr(player, name, max(filter(None, times), default=None))
    player.save(update_fields=["banned_until", "silent_until"])


def device_of(player: Player, number: int | None, agent: str) -> int:
    """The number of the browser `player` is at; a new one where the old is not theirs."""
    if number is not None and _was_seen(player, number):
        return number
    while True:
        device, is_new = Device.objects.get_or_create(
            player=player, number=new_number(), defaults={"agent": browser_in(agent)}
        )
        if is_new:
            return device.number


def _was_seen(player: Player, number: int) -> bool:
    return bool(player.devices.filter(number=number).update(last_seen=timezone.now()))


BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "", "FxiOS": "Firefox", "Chrome": "",
            "CriOS": "Chrome", "Safari": ""}  # fmt: skip
SYSTEMS = {"Android": "", "iPhone": "", "iPad": "", "Windows": "", "Mac OS": "macOS", "Linux": ""}


def browser_in(agent: str) -> str:
    """Which browser on which system, and nothing that would tell one person from another."""
    found = [_first_in(agent, BROWSERS), _first_in(agent, SYSTEMS)]
    return ", ".join(word for word in found if word)


def _first_in(agent: str, names: dict[str, str]) -> str:
    return next((name or mark for mark, name in names.items() if mark in agent), "")


def mute(player: Player, muted_id: int) -> None:
    """Do not show `player` what the other one says."""
    if player.pk != muted_id and Player.objects.filter(pk=muted_id).exists():
        Mute.objects.get_or_create(player=player, muted_id=muted_id)
        announce_rooms_of(player)


def unmute(player: Player, muted_id: int) -> None:
    """Show it again."""
    Mute.objects.filter(player=player, muted_id=muted_id).delete()
    announce_rooms_of(player)
