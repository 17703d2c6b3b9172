"""The players of one game in the arena: built-in bots, and programs that are asked in JSON."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import reduce
from random import Random
from time import perf_counter

from games.bots import Bot
from games.bots.memory import NOTHING, Memory, remember
from games.bots.story import event_dict
from games.engine.actions import Action, Commit, Discard, Pass
from games.engine.events import Event, events_of, opening_events
from games.engine.observation import Observation, as_dict, observe
from games.engine.rules import apply, start
from games.engine.scoring import result_of
from games.engine.state import Deal, GameState
from games.engine.violations import RuleViolation
from games.engine.wire import action_from
from script.tools.arena.program import Fault, Illegal, Program

MOST_FAULTS = 3  # in one game; after that the seat passes without being asked


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision: what its seat sees, and what the table has seen so far."""

    view: Observation
    memory: Memory
    story: Sequence[Event]


Player = Callable[[Moment], Action]


def house_player(bot: Bot, rng: Random) -> Player:
    """A built-in bot, asked in this process."""
    return lambda moment: bot(moment.view, moment.memory, rng)


def program_player(program: Program, rng: Random, leave: ExitStack) -> Player:
    """A program, asked by its pipes, until `leave` ends it."""
    leave.callback(program.end)
    seed = rng.getrandbits(32)

    def ask(moment: Moment) -> Action:
        return _action(program.ask(question(moment, seed)))

    return ask


def question(moment: Moment, seed: int) -> bytes:
    """The line that a program reads."""
    events = [event_dict(event) for event in moment.story]
    data = as_dict(moment.view) | {"events": events, "seed": seed}
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _action(answer: bytes) -> Action:
    """The action in a line; Illegal if there is none."""
    try:
        return action_from(json.loads(answer))
    except (RuleViolation, ValueError, RecursionError):
        raise Illegal(f"no action: {answer[:80]!r}") from None


@dataclass(slots=True)
class Chair:
    """A player at a table, its faults by kind, and how long each decision took."""

    name: str
    player: Player
    faults: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def decide(self, moment: Moment, state: GameState) -> tuple[Action, GameState]:
        """A legal action and the position after it; after a fault that of who wants nothing."""
        view = moment.view
        if self.faults.total() < MOST_FAULTS:
            begin = perf_counter()
            try:
                return self._legal(self.player(moment), view, state)
            except Fault as fault:
                self.faults[fault.kind] += 1
                print(f"{self.name}: {fault.kind}: {fault}", file=sys.stderr)
            finally:
                self.seconds.append(perf_counter() - begin)
        action = nothing(view)
        return action, apply(state, action)

    def _legal(
        self, action: Action, view: Observation, state: GameState
    ) -> tuple[Action, GameState]:
        """The action and the position after it; Illegal if the rules forbid it."""
        if action.seat != view.seat:
            raise Illegal(f"an action of seat {action.seat}, which is not its own")
        try:
            return action, apply(state, action)
        except RuleViolation as violation:
            raise Illegal(f"{violation.code}: {action}") from None


def nothing(view: Observation) -> Action:
    """What costs least: a pass, the smallest card, the least luxury."""
    first = view.legal[0]
    if isinstance(first, Discard):
        return min(
            (each for each in view.legal if isinstance(each, Discard)),
            key=lambda each: each.card.worth,
        )
    if isinstance(first, Commit):
        return Commit(first.seat, min(view.hand or ()))
    return Pass(first.seat)


def play(dealt: Deal, chairs: Sequence[Chair]) -> tuple[int, ...]:
    """The winners of one game."""
    state = start(dealt)
    story = list(opening_events(state))
    memory = reduce(remember, story, NOTHING)
    while not state.is_over:
        seat, before = state.seats_to_act[0], state
        moment = Moment(observe(state, seat), memory, story)
        action, state = chairs[seat].decide(moment, state)
        news = events_of(before, action, state)
        memory = reduce(remember, news, memory)
        story += news
    return result_of(state).winners
