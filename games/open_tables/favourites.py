"""People somebody likes to play with, and invitations of them into a room."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import (
    Block,
    Favourite,
    Game,
    Invitation,
    Member,
    Mute,
    NotificationKind,
    Player,
    Room,
)
from games.play.outbox import tell
from games.rooms.changes import changing
from games.rooms.lookup import membership
from games.text.errors import NoSuchMember, NotInThisRoom, RoomIsLocked, TooManyBlocks

# After so long an invitation is no longer shown.
AN_INVITATION_STAYS = timedelta(hours=12)


def add_favourite(player: Player, favourite_id: int) -> None:
    """Keep somebody among the player's favourites; raises NoSuchMember, TooManyBlocks."""
    other = Player.objects.filter(pk=favourite_id, bot="").exclude(pk=player.pk).first()
    if other is None or player.blocks.filter(blocked=favourite_id).exists():
        raise NoSuchMember
    if player.favourites.exclude(favourite=other).count() >= settings.MOST_BLOCKS:
        raise TooManyBlocks(count=settings.MOST_BLOCKS)
    Favourite.objects.get_or_create(player=player, favourite=other)


def remove_favourite(player: Player, favourite_id: int) -> None:
    """Keep them there no longer."""
    player.favourites.filter(favourite=favourite_id).delete()


def have_met(player: Player, other_id: int) -> bool:
    """Whether both are or were in one room, so that one may block or keep the other.

    Else a stranger could write to lists about anybody by counting numbers.
    """
    rooms = Member.objects.filter(player=player, is_removed=False).values("room")
    if Member.objects.filter(player=other_id, room__in=rooms).exists():
        return True
    games = Game.objects.filter(seats__player=player).values("pk")
    return Game.objects.filter(pk__in=games, seats__player=other_id).exists()


def invite(room_id: int, player: Player, favourite_id: int) -> None:
    """Invite a favourite into the room; does nothing a second time.

    They see it on the home page, and their browsers are told. Somebody who has blocked or muted the
    player is not told, and the player does not learn that. Raises NotInThisRoom, NoSuchMember, and
    RoomIsLocked.
    """
    with changing(room_id) as room:
        if membership(room, player) is None:
            raise NotInThisRoom
        if not player.favourites.filter(favourite=favourite_id).exists():
            raise NoSuchMember
        if room.is_locked:
            raise RoomIsLocked
        _, is_new = Invitation.objects.get_or_create(
            room=room, player_id=favourite_id, defaults={"by": player}
        )
        if is_new and not _is_unwelcome(player, favourite_id):
            tell(NotificationKind.INVITE, [favourite_id], None)


def _is_unwelcome(player: Player, other_id: int) -> bool:
    is_blocked = Block.objects.filter(player=other_id, blocked=player).exists()
    return is_blocked or Mute.objects.filter(player=other_id, muted=player).exists()


@dataclass(frozen=True, slots=True)
class Choice:
    """A favourite as somebody in a room can invite them."""

    player_id: int
    name: str
    is_invited: bool


def choices_in(room: Room, player: Player) -> list[Choice]:
    """The player's favourites who are not in the room yet, by name."""
    here = Member.objects.filter(room=room).values("player")
    rows = player.favourites.exclude(favourite__in=here).select_related("favourite")
    invited = set(room.invitations.values_list("player", flat=True))
    return [
        Choice(each.favourite_id, each.favourite.name, each.favourite_id in invited)
        for each in rows.order_by("favourite__name")
    ]


def invitations_of(player: Player) -> QuerySet[Invitation]:
    """Invitations that still stand: to open doors, by people the player wants to hear of."""
    since = timezone.now() - AN_INVITATION_STAYS
    unwanted = Q(by__in=player.blocks.values("blocked")) | Q(by__in=player.mutes.values("muted"))
    mine = Invitation.objects.filter(player=player, at__gte=since, room__closed_at=None)
    mine = mine.exclude(unwanted).exclude(room__members__player=player)
    return mine.filter(room__is_locked=False).select_related("room", "by").order_by("-pk")
