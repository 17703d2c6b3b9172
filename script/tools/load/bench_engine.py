"""Random games: plies a second of our engine against OpenSpiel's C++ games, driven from Python.

The sides take turns in short slices, so that a machine that grows slower slows them alike.
"""

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from statistics import median

import pyspiel

from games.engine.dealing import deal
from games.engine.editions import EDITIONS
from games.engine.legal import legal_actions
from games.engine.rules import apply, start
from games.engine.state import Phase

PEERS = ("goofspiel", "liars_dice")


def our_game(rng: Random, seats: int) -> int:
    """Play one random game from the deal to the end and count its plies."""
    state = start(deal(EDITIONS["osprey-2018"], seats, rng.randbytes(32)))
    plies, over, random = 0, Phase.OVER, rng.random
    while state.phase is not over:
        legal = legal_actions(state, state.turn)
        state = apply(state, legal[int(random() * len(legal))])
        plies += 1
    return plies


def peer_game(rng: Random, game: pyspiel.Game) -> int:
    """The same for a game of OpenSpiel; a simultaneous move counts as a ply for each player."""
    state, plies, random = game.new_initial_state(), 0, rng.random
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
        elif state.is_simultaneous_node():
            choices = [state.legal_actions(player) for player in range(game.num_players())]
            state.apply_actions([legal[int(random() * len(legal))] for legal in choices])
            plies += len(choices)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            plies += 1
    return plies


def rate(play: Callable[[Random], int], rng: Random, seconds: float) -> float:
    plies, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        plies += play(rng)
    return plies / spent


def contenders() -> dict[str, Callable[[Random], int]]:
    ours = {f"high-society, {n} seats": lambda rng, n=n: our_game(rng, n) for n in (3, 4, 5)}
    games = {f"pyspiel {name}": pyspiel.load_game(name) for name in PEERS}
    peers = {name: lambda rng, game=game: peer_game(rng, game) for name, game in games.items()}
    return ours | peers


def measure(seconds: float, slices: int) -> list[dict[str, object]]:
    rng, sides = Random(1), contenders()
    for play in sides.values():
        rate(play, rng, seconds)
    rates: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(slices):
        for name, play in sides.items():
            rates[name].append(rate(play, rng, seconds))
    middle = {name: median(values) for name, values in rates.items()}
    return [
        {"side": name, "plies_per_second": round(value)}
        | {f"ratio_to_{peer}": round(value / middle[f"pyspiel {peer}"], 2) for peer in PEERS}
        for name, value in middle.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a slice")
    parser.add_argument("--slices", type=int, default=8, help="slices for each side")
    options = parser.parse_args()
    rows = measure(options.seconds, options.slices)
    if options.json:
        print("\n".join(json.dumps(row) for row in rows))
        return
    print(f"{'':24}{'plies/s':>12}" + "".join(f"{'÷ ' + peer:>16}" for peer in PEERS))
    for row in rows:
        ratios = "".join(f"{row[f'ratio_to_{peer}']:>16}" for peer in PEERS)
        print(f"{row['side']:24}{row['plies_per_second']:>12,}{ratios}")


if __name__ == "__main__":
    main()
