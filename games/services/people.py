"""People: guests and accounts, and the names they go by."""

import secrets
import unicodedata
from collections.abc import Container
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.bots.characters import CHARACTERS
from games.models import (
    NAME_LENGTH,
    Deed,
    Device,
    Member,
    Message,
    Mute,
    Player,
    Report,
    Room,
    Seat,
    User,
    new_number,
)
from games.refusals import BadInput, NameIsGiven
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
    # Once more: letters may now be neighbours that an unseen one had kept apart.
    cleaned = unicodedata.normalize("NFKC", " ".join(word for word in visible if word))
    if not cleaned:
        raise BadInput(reason=_("Please write at least one character."))
    if len(cleaned) > longest:
        reason = _("That is too long: %(count)s characters at most.") % {"count": longest}
        raise BadInput(reason=reason)
    return cleaned


A_GIVEN_NAME_STAYS = timedelta(days=30)
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
    """Give `player` another name from now on; games already dealt keep the old one.

    NameIsGiven where the house has chosen it not long ago.
    """
    given = Deed.objects.filter(kind=Deed.Kind.RENAME, player=player)
    if given.filter(at__gt=timezone.now() - A_GIVEN_NAME_STAYS).exists():
        raise NameIsGiven
    call(player, name)


def call(player: Player, name: str) -> None:
    """Let `player` go by this name, whoever has chosen it."""
    player.name = clean_text(name, NAME_LENGTH)
    player.save(update_fields=["name"])
    announce_rooms_of(player)


@transaction.atomic
def announce_rooms_of(player: Player) -> None:
    """Something about this person shows in the rooms they are in."""
    chairs = Member.objects.filter(player=player).values("room")
    rooms = Room.objects.filter(pk__in=chairs, closed_at=None).order_by("pk")
    room_ids = list(rooms.select_for_update().values_list("pk", flat=True))
    Room.objects.filter(pk__in=room_ids).update(changes=F("changes") + 1)
    for room_id in room_ids:
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
        guest.save(update_fields=["user"])
        return guest
    _merge(guest, player)
    return player


def _merge(guest: Player, player: Player) -> None:
    """Hand all that is the guest's to `player`, save where `player` has the same already."""
    Seat.objects.filter(player=guest).exclude(game__seats__player=player).update(player=player)
    Member.objects.filter(player=guest).exclude(room__members__player=player).update(player=player)
    Room.objects.filter(host=guest).update(host=player)
    taken = player.devices.values_list("number", flat=True)
    Device.objects.filter(player=guest).exclude(number__in=list(taken)).update(player=player)
    _carry_over(guest, player)
    guest.delete()


def _carry_over(guest: Player, player: Player) -> None:
    """Nobody gets round a ban, a report, or others' deaf ears by logging in."""
    Message.objects.filter(player=guest).update(player=player)
    Report.objects.filter(about=guest).update(about=player)
    Report.objects.filter(reporter=guest).update(reporter=player)
    known = [player.pk, *player.mutes.values_list("muted", flat=True)]
    Mute.objects.filter(player=guest).exclude(muted__in=known).update(player=player)
    deaf = [player.pk, *player.muted_by.values_list("player", flat=True)]
    Mute.objects.filter(muted=guest).exclude(player__in=deaf).update(muted=player)
    _lengthen(guest, player)


def _lengthen(guest: Player, player: Player) -> None:
    """Of two bans the longer one holds, and of two silences."""
    stored = Player.objects.select_for_update().get(pk=player.pk)
    for name in ("banned_until", "silent_until"):
        times = [getattr(guest, name), getattr(stored, name)]
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
