"""Who does not play with whom: blocks between people, and who has muted whom.

A block holds for both, and neither of two people learns from a refusal whose it is.
"""

from collections.abc import Collection

from django.db.models import Q

from games.models import Block, Favourite, Mute


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


def lists_among(players: Collection[int]) -> tuple[Pairs, Pairs]:
    """Who of these players has blocked whom of them, and who likes to play with whom."""
    if len(players) < 2:
        return frozenset(), frozenset()
    blocks = Block.objects.filter(player__in=players, blocked__in=players)
    likes = Favourite.objects.filter(player__in=players, favourite__in=players)
    return (
        frozenset(blocks.values_list("player", "blocked")),
        frozenset(likes.values_list("player", "favourite")),
    )
