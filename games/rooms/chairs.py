"""Chairs of a room: who has one, which is free, bots that give theirs up."""

from django.db.models import Max

from games.models import Member, Player, Room
from games.text.errors import RoomIsFull, TooManyPlayers


def seated_in(room: Room) -> list[Member]:
    """The members with a chair, in the order of the chairs."""
    members = room.members.filter(chair__isnull=False).order_by("chair")
    return list(members.select_related("player"))


def free_chair(room: Room) -> int | None:
    """The lowest free chair, or None if there is none."""
    taken = {member.chair for member in seated_in(room)}
    return next((chair for chair in range(room.seats) if chair not in taken), None)


def take_chair_of_a_bot(room: Room) -> int:
    """Remove the bot on the highest chair and return its chair; raises RoomIsFull without a bot.

    A bot that keeps the chair of somebody who is in the room stays: the chair is theirs.
    """
    here = set(room.members.filter(is_removed=False).values_list("player", flat=True))
    bots = [each for each in seated_in(room) if each.player.bot and each.keeps_for_id not in here]
    if not bots:
        raise RoomIsFull
    chair = bots[-1].chair
    dismiss_bot(bots[-1])
    return chair or 0


def take_kept_chair(room: Room, player: Player) -> int | None:
    """Remove the bot that keeps the player's chair and return that chair; None if there is none."""
    bot = room.members.filter(keeps_for=player).select_related("player").first()
    if bot is None:
        return None
    chair = bot.chair
    dismiss_bot(bot)
    return chair


def dismiss_bot(member: Member) -> None:
    """Take a bot out of its room; its player stays stored while games refer to it."""
    member.delete()
    if not member.player.seats.exists():
        member.player.delete()


def highest_chair(room: Room) -> int:
    """The highest chair somebody has, 0 if nobody has one."""
    return room.members.aggregate(highest=Max("chair"))["highest"] or 0


def close_gaps(room: Room) -> None:
    """Move everybody to the lowest chairs; raises TooManyPlayers if there are too few chairs."""
    members = seated_in(room)
    if len(members) > room.seats:
        raise TooManyPlayers
    for chair, member in enumerate(members):
        member.chair = chair
        member.save()
