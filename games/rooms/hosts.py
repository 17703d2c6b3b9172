"""The host of a room: who it is, and who is next."""

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import Game, Member, Player, Room, Seat
from games.text.errors import HostsOnly, NotInThisRoom, RoomOfTheDay


def people_of(room: Room) -> QuerySet[Member]:
    """The members who are no bots: by chair, then by when they joined."""
    people = Member.objects.filter(room=room, player__bot="", is_removed=False)
    return people.order_by(F("chair").asc(nulls_last=True), "joined_at").select_related("player")


def heir_among(room: Room, members: QuerySet[Member]) -> Player | None:
    """The next host among these members, or None.

    While a game is running only a player of it; else a watcher who never sat here comes after
    everybody who did, also while those are absent.
    """
    game = Game.objects.filter(room=room, status=Game.Status.RUNNING).first()
    if game is not None:
        heir = members.filter(player__seats__game=game).first()
    elif _who_sat(room, people_of(room)).exists():
        heir = _who_sat(room, members).first()
    else:
        heir = members.first()
    return heir.player if heir else None


def _who_sat(room: Room, members: QuerySet[Member]) -> QuerySet[Member]:
    """The members with a chair, with a seat in a game of this room, and the host."""
    seats = Seat.objects.filter(game__room=room, player=OuterRef("player"))
    return members.filter(Q(chair__isnull=False) | Q(player=room.host_id) | Exists(seats))


def check_host(room: Room, player: Player) -> None:
    """Raise NotInThisRoom or HostsOnly for anybody but the host, and RoomOfTheDay for everybody."""
    if not room.members.filter(player=player, is_removed=False).exists():
        raise NotInThisRoom
    if room.host_id != player.pk:
        raise HostsOnly
    if room.daily_id:
        raise RoomOfTheDay
