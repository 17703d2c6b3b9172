"""Who does not play with whom: blocks between people, and who has muted whom.

A block holds for both, and neither of two people learns from a refusal whose it is.
"""

from collections.abc import Collection

from django.db.models import Q

from games.models import Block, Favourite, Member, Mute, Room


def is_apart(player_id: int, others: Collection[int]) -> bool:
    """Whether the player has blocked one of the others, or the other way round."""
    mine = Q(player=player_id, blocked__in=others) | Q(blocked=player_id, player__in=others)
    return Block.objects.filter(mine).exists()


def are_apart(players: Collection[int]) -> bool:
    """Whether one of these players has blocked another of them."""
    return Block.objects.filter(player__in=players, blocked__in=players).exists()


def apart_from(player_id: int) -> set[int]:
    """Everybody whom matching does not seat with the player: blocked or muted, by either."""
    apart: set[int] = set()
    for kind, other in ((Block, "blocked"), (Mute, "muted")):
        rows = kind._default_manager.filter(Q(player=player_id) | Q(**{other: player_id}))
        for pair in rows.values_list("player", other):
            apart |= set(pair)
    return apart - {player_id}


Pairs = frozenset[tuple[int, int]]


def lists_in(room: Room) -> tuple[Pairs, Pairs]:
    """Who in this room has blocked whom of the others in it, and who likes to play with whom."""
    here = Member.objects.filter(room=room, is_removed=False).values("player")
    blocks = Block.objects.filter(player__in=here, blocked__in=here)
    likes = Favourite.objects.filter(player__in=here, favourite__in=here)
    return (
        frozenset(blocks.values_list("player", "blocked")),
        frozenset(likes.values_list("player", "favourite")),
    )
