"""Talk in a room: short, plain, and not too fast."""

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import MESSAGE_LENGTH, Member, Message, Mute, Player, Room
from games.play.announcements import announce
from games.play.commands import Fields
from games.text.cleaning import clean_text
from games.text.errors import BadInput, NotInThisRoom, Silent
from games.text.numbers import moment_text

REMARKS = {
    "well-played": gettext_noop("Well played!"),
    "too-dear": gettext_noop("Too expensive for me."),
    "your-turn": gettext_noop("Your turn, I believe."),
    "scandalous": gettext_noop("Scandalous!"),
    "one-moment": gettext_noop("One moment, please."),
    "thanks": gettext_noop("Thank you for the game."),
}
TALK_PAGE = 20


def say(room_id: int, player: Player, text: str) -> Message:
    """Add something to the talk of a room that `player` is in."""
    cleaned = clean_text(text, MESSAGE_LENGTH)
    check_voice(player)
    if not Room.objects.filter(
        pk=room_id, closed_at=None, members__player=player, members__is_removed=False
    ).exists():
        raise NotInThisRoom
    with transaction.atomic():
        Room.objects.filter(pk=room_id).update(changes=F("changes") + 1)
        message = Message(room_id=room_id, player=player, name=player.name, text=cleaned)
        message.save()
        announce(room_id)
    return message


def check_voice(player: Player) -> None:
    """Silent for who may not talk for now; asked of the database, as sockets stay open for long."""
    until = Player.objects.filter(pk=player.pk, silent_until__gt=timezone.now())
    if moment := until.values_list("silent_until", flat=True).first():
        raise Silent(until=moment_text(moment))


def words_of(message: Message) -> str:
    """What was said; a ready-made remark in the reader's language."""
    return _(message.text) if message.text in REMARKS.values() else message.text


def remark(room_id: int, player: Player, key: str) -> Message:
    """Say one of the ready-made remarks."""
    if key not in REMARKS:
        raise BadInput(reason=_("There is no such quick message."))
    return say(room_id, player, REMARKS[key])


def is_talk(fields: Fields) -> bool:
    """Whether the form is about talk and not the game."""
    return "text" in fields or "remark" in fields


def speak(room_id: int, player: Player, fields: Fields) -> Message:
    """Say what a form or a frame asks for: a remark by its key, or somebody's own words."""
    if "remark" in fields:
        return remark(room_id, player, "".join(fields["remark"]))
    return say(room_id, player, "".join(fields.get("text", [])))


def talk_of(room: Room, before: int | None = None) -> tuple[list[Message], bool]:
    """What was said last, or last before that message, oldest first; and whether there is more."""
    said = room.messages.order_by("-pk")
    found = list((said if before is None else said.filter(pk__lt=before))[: TALK_PAGE + 1])
    return found[:TALK_PAGE][::-1], len(found) > TALK_PAGE


def mutes_in(room: Room) -> frozenset[tuple[int, int]]:
    """Who in this room has muted whom of those who are in it or have talked in it."""
    mutes = Mute.objects.filter(player__memberships__room=room)
    if not mutes.exists():  # as in nearly every room; the other query takes several times as long
        return frozenset()
    return frozenset(mutes.filter(_is_heard(room)).values_list("player_id", "muted_id"))


def can_be_heard(room: Room, player_id: int) -> bool:
    """Whether a player is in the room or has talked in it."""
    here = Member.objects.filter(room=room, player=player_id)
    return here.exists() or room.messages.filter(player=player_id).exists()


def _is_heard(room: Room) -> Exists | Q:
    """The condition that the muted player of a row can be heard in the room."""
    here = Member.objects.filter(room=room, player=OuterRef("muted"))
    said = Message.objects.filter(room=room, player=OuterRef("muted"))
    return Exists(here) | Exists(said)
