"""Bots over JSON: an observation in, an action out, in any programming language.

The observation is what `manage.py record observe` prints and `games.engine.observation.to_json`
writes; the action is that of a record, such as `{"cards": [3000], "seat": 1, "type": "bid"}`.

    python -m games.bots.wire regular < observations.jsonl > actions.jsonl

lets a bot of ours answer line by line. An observation may also have `events`, all that the table
has seen (`games.bots.story`), from which the bot remembers, and a `seed`. The other way round, a
function that takes and returns such text is a bot: `json_bot(function)`, or
`--bots package.module:function` for `manage.py simulate`; `docs/example_bot.py` is one. There a
function of a view, a memory and a generator plays as well.
"""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from importlib import import_module
from inspect import signature
from random import Random
from typing import Any

from games.bots import PLAYERS, Bot
from games.bots.memory import NOTHING, Memory, remember
from games.bots.population import POPULATION
from games.bots.story import event_from
from games.engine.actions import Action, Commit, Discard
from games.engine.cards import Card
from games.engine.editions import EDITIONS
from games.engine.legal import BidsAndPass
from games.engine.money import MASK, subsets
from games.engine.observation import Observation, SeatView, to_json
from games.engine.state import Phase
from games.engine.violations import RuleViolation
from games.engine.wire import action_dict, action_from, status_card


def answer(bot: Bot, text: str, memory: Memory = NOTHING, seed: int | str = 0) -> str:
    """The action of `bot`, as JSON, for an observation in JSON; ValueError if it is none."""
    view = observation_from(text)
    if not view.legal:
        raise ValueError("this seat has nothing to decide")
    action = bot(view, memory, Random(seed))
    return json.dumps(action_dict(action), sort_keys=True)


def answer_line(bot: Bot, text: str, number: int) -> str:
    """The answer to a line with an observation, and perhaps `events` and a `seed`; ValueError for
    any other text."""
    try:
        data = json.loads(text)
        memory = reduce(remember, map(event_from, data.get("events", ())), NOTHING)
    except (LookupError, TypeError, AttributeError, RuleViolation) as error:
        raise ValueError(f"not a question: {error!r}") from None
    return answer(bot, text, memory, data.get("seed", number))


def json_bot(function: Callable[[str], str]) -> Bot:
    """A bot that calls `function`, JSON in and JSON out; it gets no memory."""

    def ask(view: Observation, _: Memory, __: Random) -> Action:
        return action_from(json.loads(function(to_json(view))))

    return ask


def find(name: str) -> Bot:
    """The bot or kind of player of this name, or the function of this path; LookupError if there
    is none."""
    if name in PLAYERS or name in POPULATION:
        return PLAYERS.get(name) or POPULATION[name]
    module, colon, function = name.partition(":")
    if not colon:
        raise LookupError(name)
    try:
        found = getattr(import_module(module), function)
        return found if len(signature(found).parameters) == 3 else json_bot(found)
    except (ImportError, AttributeError, TypeError, ValueError):
        raise LookupError(name) from None


def observation_from(text: str) -> Observation:
    """The observation that `to_json` wrote, without a result; ValueError for any other text."""
    try:
        return _observation(json.loads(text))
    except (LookupError, TypeError, AttributeError, RuleViolation) as error:
        raise ValueError(f"not an observation: {error!r}") from None


def _observation(data: dict[str, Any]) -> Observation:
    seats = tuple(_seat(seat) for seat in data["players"])
    lot = status_card(data["lot"]["card"]) if data["lot"] else None
    return Observation(
        edition=EDITIONS[data["edition"]],
        advanced=_cards(data["advanced"]),
        show_spent=data["show_spent"],
        phase=Phase(data["phase"]),
        lot=lot,
        first=data["first"],
        turn=data["turn"],
        to_act=tuple(data["to_act"]),
        highest_bid=data["highest_bid"],
        highest_bidder=data["highest_bidder"],
        seats=seats,
        revealed=_cards(data["revealed"]),
        deck_left=data["deck_left"],
        end_cards_left=data["end_cards_left"],
        seat=data["seat"],
        hand=None if data["hand"] is None else tuple(data["hand"]),
        face_down_card=data["commitment"],
        legal=_legal(data, seats),
        result=None,
    )


def _seat(data: dict[str, Any]) -> SeatView:
    return SeatView(
        bid=tuple(data["bid"]),
        has_passed=data["passed"],
        has_committed=data["committed"],
        claimed=_cards(data["claimed"]),
        spent=None if data["spent"] is None else tuple(data["spent"]),
    )


def _cards(ids: Iterable[str]) -> tuple[Card, ...]:
    return tuple(status_card(id) for id in ids)


def _legal(data: dict[str, Any], seats: Sequence[SeatView]) -> Sequence[Action]:
    """The legal actions, as the engine lists them; empty if the seat is not to act."""
    seat, phase = data["seat"], Phase(data["phase"])
    if seat is None or seat not in data["to_act"]:
        return ()
    if phase is Phase.SEALED:
        return tuple(Commit(seat, value) for value in data["hand"])
    if phase is Phase.DISCARD:
        return tuple(Discard(seat, card) for card in seats[seat].luxuries)
    masks, above = subsets(MASK[frozenset(data["hand"])])
    floor = data["highest_bid"] - seats[seat].bid_total
    return BidsAndPass(seat, masks, above[floor // 1_000])


def main(arguments: Sequence[str]) -> None:
    """Answer every observation on standard input with an action, line by line."""
    bot = PLAYERS[arguments[0] if arguments else "regular"]
    for number, line in enumerate(sys.stdin):
        print(answer_line(bot, line, number), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
