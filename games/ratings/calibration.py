"""The fixed ratings of bots, found from games between them.

A bot's fixed strength is that at which its games would on average not move it: it is moved as they
would move it, again and again, until it stays. The strength of one bot is held, as only differences
mean anything.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from games.ratings.fold import BETA, NEW, Entrant, Rating, rated
from games.ratings.simulated import SimulatedGame
from games.ratings.strengths import BOT_SIGMA

PARTS = 8
GAIN = 40.0
STILL = 0.002
MOST_PASSES = 400


def strengths_from(games: Sequence[SimulatedGame], held: str) -> dict[str, float]:
    """The strength of each bot in these games; that of `held` is a new person's."""
    found = dict.fromkeys((bot for game in games for bot in game.bots), NEW.mu)
    for _ in range(MOST_PASSES):
        moves = {bot: GAIN * move for bot, move in _moves(games, found).items() if bot != held}
        found |= {bot: found[bot] + move for bot, move in moves.items()}
        if all(abs(move) < STILL for move in moves.values()):
            break
    return found


def errors_from(games: Sequence[SimulatedGame], held: str) -> dict[str, float]:
    """The standard error of each strength, from how much parts of the games differ."""
    size = math.ceil(len(games) / PARTS)
    starts = range(0, len(games), size)
    parts = [strengths_from(games[start : start + size], held) for start in starts]
    bots = set.intersection(*map(set, parts))
    return {bot: stdev(part[bot] for part in parts) / math.sqrt(len(parts)) for bot in bots}


def _moves(games: Sequence[SimulatedGame], strengths: Mapping[str, float]) -> dict[str, float]:
    """By how much the games would move each bot, on average."""
    moved: dict[str, list[float]] = {bot: [] for bot in strengths}
    for game in games:
        before = [Rating(strengths[bot], BOT_SIGMA) for bot in game.bots]
        entrants = [Entrant(place, seat) for seat, place in enumerate(game.places)]
        for bot, step in zip(game.bots, rated(entrants, before), strict=True):
            if step is not None:
                moved[bot].append(step.after.mu - step.before.mu)
    return {bot: fmean(each) for bot, each in moved.items()}


def expected_wins(table: Sequence[Rating]) -> tuple[float, ...]:
    """The share of wins that ratings promise each seat of a table."""
    scale = math.sqrt(math.fsum(each.sigma**2 + BETA**2 for each in table))
    weights = [math.exp(each.mu / scale) for each in table]
    return tuple(weight / math.fsum(weights) for weight in weights)
