"""Set-up for the load: tables with players and a running game, and finished games besides.

A process of its own beside the server, on the same DATA_DIR; prints one table a line as JSON.
"""

import argparse
import json
import os
from random import Random

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.accounts import people  # noqa: E402
from games.accounts.session import KEY  # noqa: E402
from games.engine.cards import ADVANCED  # noqa: E402
from games.engine.dealing import deal  # noqa: E402
from games.engine.editions import EDITIONS  # noqa: E402
from games.engine.legal import legal_actions  # noqa: E402
from games.engine.rules import apply, start  # noqa: E402
from games.engine.scoring import result_of  # noqa: E402
from games.engine.wire import action_dict, result_dict  # noqa: E402
from games.models import Game, LoggedAction, Player, Room, Seat  # noqa: E402
from games.rooms import hosting, seating, starting  # noqa: E402

SEATS = 4
SEED = bytes(32)
GAMES_A_ROOM = 50


def guests(seats: int = SEATS) -> list[Player]:
    """So many people; names differ from table to table, so that no render is shared by luck."""
    first = Player.objects.count()
    return [people.new_guest(f"Lady Isolde {first + seat:08}") for seat in range(seats)]


def gather(players: list[Player]) -> Room:
    """A room with all of them on chairs; every fourth one plays with the ★ cards."""
    room = seating.open_room(players[0])
    hosting.choose(room.pk, players[0], seats=len(players))
    if room.pk % 4 == 0:
        stars = [card.id for card in ADVANCED]
        hosting.choose(room.pk, players[0], edition="allplay-2025", advanced=stars)
    for player in players[1:]:
        seating.sit(room.pk, player)
    return room


def session_of(player: Player) -> str:
    session = SessionStore()
    session[KEY] = player.pk
    session.create()
    return str(session.session_key)


def running_table(seats: int) -> dict[str, object]:
    players = guests(seats)
    room = gather(players)
    starting.start(room.pk, players[0])
    return {"invite": room.invite, "sessions": [session_of(player) for player in players]}


def bot_table(level: str) -> dict[str, object]:
    """One person and three bots, in the middle of a game."""
    (player,) = guests(1)
    room = starting.play_now(player, "osprey-2018", level)
    return {"invite": room.invite, "sessions": [session_of(player)]}


def played() -> tuple[list[tuple[int, str]], dict[str, object]]:
    """The log of a whole random game, and its result."""
    rng, log = Random(1), []
    state = start(deal(EDITIONS["osprey-2018"], SEATS, SEED))
    while not state.is_over:
        action = rng.choice(legal_actions(state, state.turn)[:2])
        log.append((action.seat, json.dumps(action_dict(action))))
        state = apply(state, action)
    return log, result_dict(result_of(state))


def finished_games(count: int) -> None:
    """Fill the tables with `count` finished games, all alike, fifty to a room."""
    log, result = played()
    for first in range(0, count, GAMES_A_ROOM):
        players = guests()
        finish(gather(players), players, log, result, min(GAMES_A_ROOM, count - first))


def finish(
    room: Room,
    players: list[Player],
    log: list[tuple[int, str]],
    result: dict[str, object],
    count: int,
) -> None:
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(
            room=room,
            edition="osprey-2018",
            show_spent=False,
            seed=SEED.hex(),
            version=len(log),
            status=Game.Status.FINISHED,
            result=result,
            finished_at=now,
        )
        for _ in range(count)
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player, name=player.name)
        for game in games
        for number, player in enumerate(players)
    )
    LoggedAction.objects.bulk_create(
        LoggedAction(game=game, number=number, seat=seat, payload=payload, at=now, hash="0" * 64)
        for game in games
        for number, (seat, payload) in enumerate(log)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=0)
    parser.add_argument("--finished", type=int, default=0)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--bots", type=int, default=0, help="tables of one person and three bots")
    options = parser.parse_args()
    with transaction.atomic():
        finished_games(options.finished)
        tables = [running_table(options.seats) for _ in range(options.tables)]
        tables += [bot_table("regular") for _ in range(options.bots)]
    print("\n".join(json.dumps(table) for table in tables))


if __name__ == "__main__":
    main()
