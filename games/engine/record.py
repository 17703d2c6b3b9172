"""The game record, format 1: one game in plain JSON types; every field is checked on reading."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from games.engine.actions import Action
from games.engine.cards import ADVANCED, Card, advanced_among, status_cards
from games.engine.dealing import SEED_BYTES, shuffle
from games.engine.editions import EDITIONS, Edition
from games.engine.history import Entry, Position, positions
from games.engine.scoring import result_of
from games.engine.seats import MOST_SEATS, SEATS
from games.engine.state import Deal, GameState
from games.engine.violations import RuleViolation
from games.engine.wire import UnknownCard, action_dict, action_from, ids, result_dict, status_card

FORMAT = "high-society-record/1"
REQUIRED = ("format", "edition", "advanced", "show_spent", "seats", "first_seat", "deck", "actions")
OPTIONAL = ("seed", "result")


class BadRecord(ValueError):
    """A record that cannot be read: a code, a sentence, and the index if an action is wrong."""

    def __init__(self, code: str, sentence: str, index: int | None = None) -> None:
        super().__init__(code, sentence, index)
        self.code = code
        self.sentence = sentence
        self.index = index

    def __str__(self) -> str:
        where = "" if self.index is None else f"action {self.index}: "
        return f"{where}{self.sentence} [{self.code}]"


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was dealt and played, and every position it went through.

    `actors` says who acted, for each action, where a stored log tells it; the format does not.
    """

    deal: Deal
    names: tuple[str, ...]
    actions: tuple[Action, ...]
    seed: bytes | None = None
    actors: tuple[str, ...] = field(default=(), compare=False, repr=False)
    positions: tuple[Position, ...] = field(init=False, compare=False, repr=False)
    states: tuple[GameState, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Replay the actions; raises BadRecord with the index of the first that is not legal."""
        found: list[Position] = []
        try:
            found.extend(positions(self.deal, self._entries()))
        except RuleViolation as violation:
            raise BadRecord(violation.code, str(violation), len(found) - 1) from None
        object.__setattr__(self, "positions", tuple(found))
        object.__setattr__(self, "states", tuple(position.state for position in found))

    def _entries(self) -> Iterator[Entry]:
        if not self.actors:
            return map(Entry, self.actions)
        return map(Entry, self.actions, self.actors)

    @property
    def final(self) -> GameState:
        return self.states[-1]

    @property
    def result(self) -> dict[str, Any] | None:
        """The result in the record's form; None while the game runs."""
        return result_dict(result_of(self.final)) if self.final.is_over else None


def record_dict(record: Record) -> dict[str, Any]:
    """`record` in plain JSON types, the fields in the order of the format's description."""
    deal = record.deal
    return {
        "format": FORMAT,
        "edition": deal.edition.id,
        "advanced": ids(advanced_among(deal.deck)),
        "show_spent": deal.show_spent,
        "seats": list(record.names),
        "first_seat": deal.first_seat,
        "deck": ids(deal.deck),
        **({"seed": record.seed.hex()} if record.seed is not None else {}),
        "actions": [action_dict(action) for action in record.actions],
        **({"result": record.result} if record.result else {}),
    }


def to_line(record: Record) -> str:
    """`record` as one line of JSON."""
    return json.dumps(record_dict(record), ensure_ascii=False, separators=(",", ":"))


def from_text(text: bytes) -> Record:
    """The record written in `text`; BadRecord if it is none."""
    try:
        data = json.loads(
            text.decode("utf-8-sig"), parse_constant=_no_constant, object_pairs_hook=_no_duplicates
        )
    except BadRecord:
        raise
    except RecursionError:
        _refuse("json", "The JSON is nested too deeply.")
    except ValueError as error:
        _refuse("json", f"This is not JSON: {error}.")
    return from_data(data)


def from_data(data: object) -> Record:
    """The record in `data`; BadRecord if a field, the deck, an action or the result is wrong."""
    if not isinstance(data, Mapping):
        _refuse("not-an-object", "A record is a JSON object.")
    _check_fields(data)
    edition = _edition(data["edition"])
    names = _names(data["seats"])
    deck = _deck(data["deck"], _advanced(data["advanced"], edition))
    first_seat = _first_seat(data["first_seat"], len(names))
    if not isinstance(data["show_spent"], bool):
        _refuse("show-spent", "“show_spent” is true or false.")
    deal = Deal(edition, len(names), first_seat, deck, data["show_spent"])
    actions = _actions(data["actions"], deal, names)
    record = Record(deal, names, actions, _seed(data, deal))
    _check_result(data, record)
    return record


def _refuse(code: str, sentence: str, index: int | None = None) -> NoReturn:
    raise BadRecord(code, sentence, index)


def _no_constant(name: str) -> NoReturn:
    _refuse("json", f"{name} is not a JSON number.")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        _refuse("json", "A field is named twice in one object.")
    return fields


def _check_fields(data: Mapping[str, Any]) -> None:
    if data.get("format") != FORMAT:
        _refuse("format", f"The format must be “{FORMAT}”.")
    for name in REQUIRED:
        if name not in data:
            _refuse("missing-field", f"The field “{name}” is missing.")
    for name in data:
        if name not in REQUIRED and name not in OPTIONAL:
            _refuse("unknown-field", f"There is no field {_quoted(name)} in this format.")


def _edition(data: object) -> Edition:
    if not isinstance(data, str) or data not in EDITIONS:
        _refuse("edition", f"The edition must be one of {', '.join(EDITIONS)}.")
    return EDITIONS[data]


def _names(data: object) -> tuple[str, ...]:
    if not isinstance(data, list) or len(data) not in SEATS:
        _refuse("seats", f"A game has {SEATS.start} to {MOST_SEATS} seats, each with a name.")
    if not all(isinstance(name, str) and _is_text(name) for name in data):
        _refuse("seats", "A seat's name is a text.")
    return tuple(data)


def _is_text(name: str) -> bool:
    """Whether `name` can be written as UTF-8: half a surrogate pair cannot."""
    return not any("\ud800" <= char <= "\udfff" for char in name)


def _cards(data: object, field: str) -> tuple[Card, ...]:
    if not isinstance(data, list):
        _refuse(field, f"“{field}” is a list of card ids.")
    try:
        return tuple(status_card(id) for id in data)
    except UnknownCard:
        _refuse("unknown-card", f"“{field}” has a card that this game does not know.")


def _advanced(data: object, edition: Edition) -> tuple[Card, ...]:
    cards = _cards(data, "advanced")
    if cards and not edition.has_advanced:
        _refuse("advanced", f"The edition {edition.id} has no ★ cards.")
    if len(set(cards)) != len(cards) or not set(cards) <= set(ADVANCED):
        _refuse("advanced", f"The ★ cards are {', '.join(ids(ADVANCED))}, each at most once.")
    return cards


def _deck(data: object, advanced: Iterable[Card]) -> tuple[Card, ...]:
    deck, wanted = _cards(data, "deck"), status_cards(tuple(advanced))
    if len(deck) != len(wanted) or set(deck) != set(wanted):
        _refuse("deck", f"The deck must hold each of its {len(wanted)} cards exactly once.")
    return deck


def _first_seat(data: object, seats: int) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data < seats:
        _refuse("first-seat", f"The first seat is a number from 0 to {seats - 1}.")
    return data


def _seed(data: Mapping[str, Any], deal: Deal) -> bytes | None:
    if "seed" not in data:
        return None
    digits = data["seed"]
    if not isinstance(digits, str) or len(digits) != 2 * SEED_BYTES or not _is_hex(digits):
        _refuse("seed", f"A seed has {2 * SEED_BYTES} hexadecimal digits.")
    seed = bytes.fromhex(digits)
    if shuffle(seed, deal.seats, deal.deck) != (deal.deck, deal.first_seat):
        _refuse("seed", "The deck and the first seat do not follow from the seed.")
    return seed


def _is_hex(digits: str) -> bool:
    return set(digits) <= set("0123456789abcdef")


def _actions(data: object, deal: Deal, names: tuple[str, ...]) -> tuple[Action, ...]:
    if not isinstance(data, list):
        _refuse("actions", "“actions” is a list.")
    actions: list[Action] = []
    for index, item in enumerate(data):
        try:
            actions.append(action_from(item))
        except RuleViolation as violation:
            Record(deal, names, tuple(actions))  # an illegal action before this one comes first
            _refuse(violation.code, str(violation), index)
    return tuple(actions)


def _check_result(data: Mapping[str, Any], record: Record) -> None:
    if record.result is None and "result" in data:
        _refuse("result", "The game is not over, so there is no result yet.")
    if record.result is not None and "result" not in data:
        _refuse("result", "The game is over, so its result must be there.")
    if record.result is not None and not _same(data["result"], record.result):
        _refuse("result", f"The result differs from the replay: {json.dumps(record.result)}.")


def _same(stated: object, replayed: object) -> bool:
    """Whether two JSON values are equal; in Python alone True equals 1."""
    if isinstance(stated, bool) or isinstance(replayed, bool):
        return False
    if isinstance(stated, dict) and isinstance(replayed, dict):
        return stated.keys() == replayed.keys() and all(
            _same(stated[key], replayed[key]) for key in stated
        )
    if isinstance(stated, list) and isinstance(replayed, list):
        return len(stated) == len(replayed) and all(map(_same, stated, replayed))
    return stated == replayed


def _quoted(name: str) -> str:
    """`name` as JSON, at most 40 characters: it is untrusted and may go to a terminal."""
    return json.dumps(name[:40])
