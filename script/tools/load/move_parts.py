"""Run on its own data: what the parts of a move cost, in milliseconds of processor time.

Prints JSON: frames for four viewers, and writing a move alone and in a batch.
"""

import json
import os
import time
from collections.abc import Sequence
from random import Random

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from games.accounts import people  # noqa: E402
from games.engine.actions import Action, Pass  # noqa: E402
from games.engine.legal import legal_actions  # noqa: E402
from games.engine.state import GameState  # noqa: E402
from games.live.connections import load_room  # noqa: E402
from games.live.frames import can_follow, move_frames, note_shown  # noqa: E402
from games.live.viewer import ConnectedViewer  # noqa: E402
from games.models import Player  # noqa: E402
from games.play.moves import Move, play_many  # noqa: E402
from games.play.position import StoredPosition, position_of  # noqa: E402
from script.tools.load.prepare_tables import gather, starting  # noqa: E402

TABLES, ROUNDS, BATCH = 80, 25, 40
RAISES = 0.45
Table = tuple[int, list[ConnectedViewer]]


def table(number: int) -> Table:
    """A running game and its four viewers; names differ from table to table."""
    players = [people.new_guest(f"Lady Isolde {4 * number + seat:08}") for seat in range(4)]
    room = gather(players)
    game = starting.start(room.pk, players[0])
    return game.pk, [viewer(room.pk, player) for player in players]


def viewer(room_id: int, player: Player) -> ConnectedViewer:
    seen = ConnectedViewer(room_id, player, "en", "http://127.0.0.1")
    note_shown(seen, load_room(room_id))
    return seen


def choice(state: GameState, rng: Random) -> Action:
    """Like the load of the benchmark: a small raise or a pass."""
    legal = legal_actions(state, state.seats_to_act[0])
    raises = [action for action in legal[:12] if not isinstance(action, Pass)]
    passes = [action for action in (legal[0], legal[-1]) if isinstance(action, Pass)]
    return rng.choice(raises) if raises and (rng.random() < RAISES or not passes) else passes[0]


def next_moves(games: Sequence[int], rng: Random) -> list[Move]:
    now = [(game_id, position_of(game_id, 0)) for game_id in games]
    return [
        Move(game_id, position.version, choice(position.state, rng))
        for game_id, position in now
        if not position.state.is_over
    ]


def frames_seconds(tables: Sequence[Table], moved: Sequence[StoredPosition]) -> tuple[float, int]:
    """How long the frames of these moves took, and how many moves they were."""
    viewers = dict(tables)
    work = [(viewers[move.game_id], move) for move in moved]
    going = [(here, move) for here, move in work if all(can_follow(each, move) for each in here)]
    begin = time.process_time()
    for here, move in going:
        move_frames(here, move)
    return time.process_time() - begin, len(going)


def main() -> None:
    rng = Random(7)
    tables = [table(number) for number in range(TABLES)]
    games = [game_id for game_id, _ in tables]
    spent = {"frames": 0.0, "alone": 0.0, "batched": 0.0}
    count = {"frames": 0, "alone": 0, "batched": 0}
    for number in range(ROUNDS):
        moves = next_moves(games, rng)
        kind, size = ("alone", 1) if number % 5 == 4 else ("batched", BATCH)
        moved: list[StoredPosition] = []
        begin = time.process_time()
        for start in range(0, len(moves), size):
            outcomes = play_many(moves[start : start + size])
            moved += [each for each in outcomes if isinstance(each, StoredPosition)]
        spent[kind] += time.process_time() - begin
        count[kind] += len(moves)
        seconds, done = frames_seconds(tables, moved)
        spent["frames"] += seconds
        count["frames"] += done
    names = {"frames": "frames for 4 viewers", "alone": "writing one"}
    names["batched"] = f"writing one of {BATCH} in a batch"
    print(json.dumps({names[part]: round(1_000 * spent[part] / count[part], 3) for part in spent}))


if __name__ == "__main__":
    main()
