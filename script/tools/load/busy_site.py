"""What a site with finished games alone lacks, made once: a running table, a review, somebody with
a profile, open tables, chat, reports and what moderators have done.

Django is set up before this is imported.
"""

from random import Random

from django.db import transaction

from games.accounts.people import new_guest
from games.models import (
    Game,
    HiddenAccess,
    Message,
    ModerationAction,
    Player,
    RatedSeat,
    Report,
    Review,
    Room,
    Seat,
    User,
)
from games.play import moves
from games.play.position import position_of
from games.reviews import jobs
from games.reviews.analysis.report import solve
from games.rooms import hosting, open_rooms, seating, starting
from script.tools.load.full_table import smallest

HOST = "Lady Running"
PLAYED = 25  # moves at the running table
OPEN_TABLES = 12
OPEN_GAMES = 300  # of the one who has a profile
ROWS = 10_000  # of chat, and a tenth of it of everything else that moderators read


def make_busy(root: User) -> None:
    """All of it, unless it is there."""
    if Room.objects.filter(host__name=HOST).exists():
        return
    with transaction.atomic():
        _talk_and_reports(root)
        _profile(Random(1))
        for number in range(OPEN_TABLES):
            _open_table(new_guest(f"Strange host {number}"))
    _running_table()


def _running_table() -> None:
    players = [new_guest(HOST), *(new_guest(f"Lord Running {number}") for number in range(3))]
    room = seating.open_room(players[0])
    hosting.choose(room.pk, players[0], seats=len(players))
    for player in players[1:]:
        seating.sit(room.pk, player)
    game = starting.start(room.pk, players[0])
    for version in range(PLAYED):
        move = smallest(position_of(game.pk, version).state)
        moves.play(moves.Move(game.pk, version, move))


def _open_table(host: Player) -> None:
    room = seating.open_room(host)
    hosting.choose(room.pk, host, clock=open_rooms.USUAL_CLOCK)
    open_rooms.open_to_all(room.pk, host, is_rated=False)


def _profile(rng: Random) -> None:
    """Give the one with most ratings a seat in many games, which were open then."""
    player = known_player()
    over = list(Game.objects.order_by("-pk").values_list("pk", flat=True)[: 20 * OPEN_GAMES])
    chosen = rng.sample(over, min(len(over), OPEN_GAMES))
    Game.objects.filter(pk__in=chosen).update(is_open=True)
    Seat.objects.filter(game__in=chosen, number=0).update(player=player)


def known_player() -> Player:
    """The account with most ratings."""
    newest = RatedSeat.objects.filter(is_newest=True).order_by("-games")
    return Player.objects.select_related("user").get(pk=newest[0].player_id)


def _talk_and_reports(root: User) -> None:
    games = list(Game.objects.select_related("room__host").order_by("-pk")[: ROWS // 10])
    hosts = [(game, game.room, game.room.host) for game in games]
    Message.objects.bulk_create(
        Message(room=room, player=host, name=host.name, text=f"What I say {number}.")
        for number in range(ROWS // len(games))
        for _, room, host in hosts
    )
    Report.objects.bulk_create(
        Report(room=room, game=game, number=7, reporter=host, about=host, reason="Why.")
        for game, room, host in hosts
    )
    told = {"user": root, "reason": "It was said."}
    ModerationAction.objects.bulk_create(
        ModerationAction(kind="rename", player=host, **told) for _, _, host in hosts
    )
    HiddenAccess.objects.bulk_create(HiddenAccess(game=game, version=3, **told) for game in games)


def reviewed(game: Game) -> None:
    """Make the game's review, of which the effort does not change what is shown."""
    jobs.ask(game)
    while piece := jobs.take():
        jobs.store(piece, solve(piece.tasks))
    if not Review.objects.filter(game=game, report__isnull=False).exists():
        raise ValueError("the review was not made")
