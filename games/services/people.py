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
from games.models import NAME_LENGTH, Member, Mute, Player, Room, Seat, User
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
    _announce_rooms_of(player)


def _announce_rooms_of(player: Player) -> None:
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
    guest.delete()


def mute(player: Player, muted_id: int) -> None:
    """Do not show `player` what the other one says."""
    if player.pk != muted_id and Player.objects.filter(pk=muted_id).exists():
        Mute.objects.get_or_create(player=player, muted_id=muted_id)
        _announce_rooms_of(player)


def unmute(player: Player, muted_id: int) -> None:
    """Show it again."""
    Mute.objects.filter(player=player, muted_id=muted_id).delete()
    _announce_rooms_of(player)
