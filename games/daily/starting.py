"""Begin a try at a deal, or go on with it: the first one on its day counts.

What happens at the same time: somebody may begin in two tabs or two browsers of one account. Each
locks the player before it looks for a try, as everything does that needs them (`names.lock_name`),
so the second finds what the first has stored. The unique constraint on (deal, player) is the last
guard. A try is one transaction: its room, game, seats and row, or nothing.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.daily.days import Phase, phase_of
from games.daily.deals import SEATS, bots_of
from games.engine.editions import EDITIONS
from games.models import DailyDeal, DailyTry, Game, Member, Player, Room, Seat
from games.play.presence_times import notify_time
from games.rooms import seating, starting
from games.rooms.bots import bot_of
from games.rooms.codes import free_code
from games.rooms.names import lock_name
from games.text.errors import DayIsOver, DayIsToCome


def try_of(deal: DailyDeal, player: Player | None) -> DailyTry | None:
    """The player's try that counts, or None."""
    if player is None:
        return None
    return DailyTry.objects.filter(deal=deal, player=player).select_related("game__room").first()


@transaction.atomic
def begin(
    deal: DailyDeal, player: Player, now: datetime | None = None, *, is_repeat: bool = False
) -> Game:
    """The player's game of the deal: the one they have begun, else a new one.

    On the deal's day a new one is their first try; once the deal is open, any number can be played,
    which do not count. Nor does a first try that `is_repeat`: somebody has begun the deal in this
    browser before. Raises DayIsToCome, DayIsOver, TooManyGames.
    """
    lock_name(player)
    phase = phase_of(deal, now or timezone.now())
    if phase is Phase.TO_COME:
        raise DayIsToCome
    if (game := _begun(deal, player, phase)) is not None:
        _enter(game, player)
        return game
    if phase is Phase.CLOSING:
        raise DayIsOver
    starting.check_games_of(player)
    game = _dealt(deal, player)
    if phase is Phase.TODAY:
        DailyTry.objects.create(deal=deal, player=player, game=game, is_repeat=is_repeat)
    return game


def _begun(deal: DailyDeal, player: Player, phase: Phase) -> Game | None:
    """The first try while the deal is secret; after that a game of it that is running."""
    if phase is not Phase.OPEN:
        first = try_of(deal, player)
        return first.game if first else None
    games = Game.objects.filter(room__daily=deal, seats__player=player)
    return games.filter(status=Game.Status.RUNNING).select_related("room").first()


def _enter(game: Game, player: Player) -> None:
    """Let who has left the room of a running game sit down again."""
    room = game.room
    if game.status != Game.Status.RUNNING or room.closed_at:
        return
    if not room.members.filter(player=player).exists():
        seating.sit(room.pk, player)


def _dealt(deal: DailyDeal, player: Player) -> Game:
    """A room of the player with the bots of the day, and the game in it."""
    room = Room.objects.create(
        host=player,
        code=free_code(),
        daily=deal,
        edition=deal.edition,
        advanced=deal.advanced,
        show_spent=EDITIONS[deal.edition].shows_spent,
        seats=SEATS,
        grace=0,
        is_locked=True,
    )
    members = _members(room, deal, player)
    game = Game.objects.create(
        room=room,
        edition=deal.edition,
        advanced=deal.advanced,
        show_spent=room.show_spent,
        seed=deal.seed,
        salt=deal.salt,
        commitment=deal.commitment,
        notify_at=notify_time(timezone.now()),
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player=member.player, name=member.player.name)
        for number, member in enumerate(members)
    )
    starting.begin(game, members)
    return game


def _members(room: Room, deal: DailyDeal, player: Player) -> list[Member]:
    """The player on the first chair, and the bots of the day in their order."""
    taken, players = {player.name}, [player]
    for character in bots_of(deal):
        bot = bot_of(character, taken)
        taken.add(bot.name)
        players.append(bot)
    members = [Member(room=room, player=who, chair=chair) for chair, who in enumerate(players)]
    return Member.objects.bulk_create(members)
