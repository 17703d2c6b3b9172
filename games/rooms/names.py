"""Names in a room: no two that look alike, and new ones for guests."""

import secrets
from collections.abc import Collection

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import NAME_LENGTH, Game, Member, Player, Room, Seat
from games.text.errors import NameIsTaken
from games.text.lookalikes import is_taken, unlike

INVENTED = (  # titles, and names that go with them
    (
        [
            gettext_noop("Lady"),
            gettext_noop("Madame"),
            gettext_noop("Baroness"),
            gettext_noop("Marquise"),
        ],
        ["Amaryllis", "Celestine", "Evangeline", "Georgiana", "Isolde", "Lavinia", "Rosalind"],
    ),
    (
        [
            gettext_noop("Lord"),
            gettext_noop("Count"),
            gettext_noop("Duke"),
            gettext_noop("Sir"),
        ],
        ["Bellamy", "Dorian", "Fitzroy", "Horatio", "Jasper", "Montague", "Percival", "Thaddeus"],
    ),
)


def names_in(*rooms: Room, without: Player | None = None) -> set[str]:
    """All names in use in these rooms: of members, bots included, and of seats in running games."""
    members = Member.objects.filter(room__in=rooms, is_removed=False)
    seats = Seat.objects.filter(game__room__in=rooms, game__status=Game.Status.RUNNING)
    if without is not None:
        members = members.exclude(player=without)
        seats = seats.filter(Q(player=None) | ~Q(player=without))
    shown = members.values_list("player__name", flat=True)
    return {*shown, *seats.values_list("name", flat=True)}


def lock_name(player: Player) -> None:
    """Lock the player's name until the transaction ends, and load it into `player`.

    Lock order: this comes before rooms.
    """
    same = Player.objects.select_for_update(no_key=True).filter(pk=player.pk)
    player.name = same.values_list("name", flat=True).first() or player.name


def check_name(player: Player, name: str, *rooms: Room) -> None:
    """Raise NameIsTaken, with a free name, if another in one of the rooms has a similar one."""
    taken = names_in(*rooms, without=player)
    if is_taken(name, taken):
        raise NameIsTaken(name=name, free=free_name(name, taken))


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, with a numeral appended if it is taken."""
    return unlike(name, taken, NAME_LENGTH)


def invented_name(taken: Collection[str] = ()) -> str:
    """A name for a player who has not chosen one; it looks like none of `taken`."""
    titles, names = secrets.choice(INVENTED)
    choices = [f"{_(title)} {name}" for title in titles for name in names]
    free = [choice for choice in choices if not is_taken(choice, taken)]
    return free_name(secrets.choice(free or choices), taken)
