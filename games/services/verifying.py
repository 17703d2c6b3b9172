"""Is what is stored what was played? The log replayed, its hashes, the shuffle and the result."""

import json

from games.engine.dealing import verify
from games.engine.record import BadRecord
from games.engine.violations import RuleViolation
from games.models import Game
from games.selectors import record_of
from games.services.importing import seed_of
from games.services.table import chained


def faults_of(game: Game) -> list[str]:
    """What is wrong with a stored game, a sentence each; nothing for a sound one."""
    return [*_log_faults(game), *_shuffle_faults(game), *_replay_faults(game)]


def _log_faults(game: Game) -> list[str]:
    """The first line of the log that is not where or what it was."""
    previous = game.commitment
    lines = list(game.log.all())
    for number, line in enumerate(lines):
        hashed = chained(previous, line.number, line.seat, line.payload, line.at, line.by)
        if line.number != number or line.hash != hashed:
            return [f"action {number}: the log was changed here."]
        previous = line.hash
    if len(lines) != game.version:
        return [f"the game counts {game.version} actions, its log {len(lines)}."]
    return []


def _shuffle_faults(game: Game) -> list[str]:
    try:
        kept = verify(game.commitment, bytes.fromhex(game.seed), bytes.fromhex(game.salt))
    except ValueError:
        kept = False
    if not kept:
        return ["the seed and salt are not those that were committed to."]
    if game.laid and seed_of(game.laid).hex() != game.seed:
        return ["the deck is not the one that was committed to."]
    return []


def _replay_faults(game: Game) -> list[str]:
    try:
        record = record_of(game)
        seats = [json.loads(line.payload)["seat"] == line.seat for line in game.log.all()]
    except (BadRecord, RuleViolation, ValueError, KeyError) as error:
        return [f"the log does not replay: {error}"]
    if not all(seats):
        return [f"action {seats.index(False)}: the seat differs from the action."]
    if record.result != game.result:
        return ["the result differs from the replay."]
    if record.final.is_over != (game.status == Game.Status.FINISHED):
        return [f"the game is {game.status}, which the replay denies."]
    return []
