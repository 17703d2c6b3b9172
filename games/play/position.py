"""Where stored games stand: positions folded from their logs, and a memory of the newest ones.

How it works
------------
The log is the truth. A position is the engine's fold of deal and log (`engine.history`); folding a
whole game takes milliseconds, so this process remembers the newest position it knows of each of the
last MOST_POSITIONS games, and folds only the lines after it. Of games that are over it remembers
the last MOST_ENDED: they are looked at for a while, and a position with its story takes 40 kB.

What may happen at the same time: several threads of this process, and other processes, read and
write games. The memory is never asked whether it is up to date; every reader names the version it
needs, which it has read from the database or got with an announcement:
- a remembered position at that version or later is returned as it is;
- an older one, or none, is brought up to date from the log.
So a memory that lags behind costs time and nothing else, and no process tells another to forget.

What is locked: `_lock` guards the order of the dictionaries, which threads share. A reader who does
not find a game while it is moved from one to the other folds it. Positions are
immutable values; two threads may fold the same game at once and get equal values. `remember` keeps
the newer of two.

What may be remembered: only what is committed. A move is written in a transaction that can still
fail after its position was computed (other moves of a batch, the commit itself), so `moves` calls
`remember` after the commit. `folded` is for a game that is not committed yet and remembers nothing.
A version is used once: a transaction that is rolled back leaves no line, and the next writer of
this version computes its own position.

After a crash the memory is empty, and everything comes back from the log. A line that somebody
changed in the database behind our back is not noticed here, but by the verification of hashes.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from threading import Lock

from games.engine import history
from games.engine.auto_bids import in_force
from games.engine.cards import BY_ID
from games.engine.dealing import deal as deal_from_seed
from games.engine.editions import EDITIONS
from games.engine.events import Event
from games.engine.state import Deal, GameState, Phase
from games.models import Game, Player
from games.play.automation import Automation, automation_of
from games.play.log import LogLine, line_of

MOST_POSITIONS = 2_000
MOST_ENDED = 200


@dataclass(frozen=True, slots=True)
class StoredPosition:
    """A position of a stored game.

    `hash` is that of the last line, `events` what the last action brought about, `story` everything
    until now. `automation` is what was stored with the move that led here; a position that was
    folded from the log knows nothing of it.
    """

    game_id: int
    room_id: int
    position: history.Position
    hash: str
    events: tuple[Event, ...]
    story: tuple[Event, ...]
    automation: Automation = field(default_factory=Automation, compare=False)

    @classmethod
    def opening(cls, game_id: int, room_id: int, deal: Deal, hash: str) -> "StoredPosition":
        """The position before anybody has acted; `hash` is the shuffle commitment."""
        opening = history.opening(deal)
        events = opening.events
        return cls(game_id, room_id, opening, hash, events, events)

    @property
    def version(self) -> int:
        """How many actions have led here."""
        return self.position.version

    @property
    def state(self) -> GameState:
        return self.position.state

    @property
    def face_down_cards(self) -> int:
        """How many cards lie face down in a sealed round."""
        if self.state.phase is not Phase.SEALED:
            return 0
        return sum(1 for player in self.state.players if player.bid)

    def after(
        self, entry: history.Entry, hash: str, state: GameState | None = None
    ) -> "StoredPosition":
        """The position that `entry` leads to, a line with this hash; `state` if it is known."""
        position = self.position.after(entry, state)
        events = position.events
        ids = (self.game_id, self.room_id)
        return StoredPosition(*ids, position, hash, events, self.story + events)


_positions: OrderedDict[int, StoredPosition] = OrderedDict()
_ended: OrderedDict[int, StoredPosition] = OrderedDict()
_lock = Lock()


def folded(game: Game) -> StoredPosition:
    """The position from the log alone; for a game that may not be committed, so it is not kept."""
    return _fold(game, None)


def position_of(game_id: int, version: int) -> StoredPosition:
    """The position at `version` or later, from memory if it is there, else from the log."""
    known = _remembered(game_id)
    if known is not None and known.version >= version:
        return known
    return remember(_fold(Game.objects.get(pk=game_id), known))


def stored_move(game_id: int, version: int) -> StoredPosition | None:
    """What a move of another process has led to, with the automation that was stored with it.

    None if the game has gone on since.
    """
    game, known = Game.objects.get(pk=game_id), _remembered(game_id)
    if game.version != version or (known is not None and known.version > version):
        return None
    automation, position = automation_of(game), remember(_fold(game, known, version))
    auto_bids = in_force(automation.auto_bids, position.state)
    return replace(position, automation=replace(automation, auto_bids=auto_bids))


def earlier_position(game_id: int, version: int) -> StoredPosition:
    """The position at `version`, or the newest before it, from the log; it is not remembered."""
    return _fold(Game.objects.get(pk=game_id), None, version)


def remember(position: StoredPosition) -> StoredPosition:
    """Keep a committed position unless a newer one of its game is known."""
    with _lock:
        known = _remembered(position.game_id)
        if known is None or known.version < position.version:
            _keep(position)
    return position


def _remembered(game_id: int) -> StoredPosition | None:
    return _positions.get(game_id) or _ended.get(game_id)


def _keep(position: StoredPosition) -> None:
    is_over = position.state.is_over
    kept, most = (_ended, MOST_ENDED) if is_over else (_positions, MOST_POSITIONS)
    _positions.pop(position.game_id, None)
    kept[position.game_id] = position
    if len(kept) > most:
        kept.popitem(last=False)


def forget_positions() -> None:
    """Empty the memory; everything comes back from the log."""
    _positions.clear()
    _ended.clear()


def _fold(game: Game, known: StoredPosition | None, most: int | None = None) -> StoredPosition:
    """The newest position: what is known, and the lines of the log after it, to `most` in all."""
    position = known or _opening(game)
    for line in _lines(game, position.version, most):
        position = position.after(line.entry(), line.hash)
    return position


def _lines(game: Game, first: int, end: int | None) -> Iterable[LogLine]:
    lines = game.log.filter(number__gte=first)
    return map(line_of, lines if end is None else lines.filter(number__lt=end))


def _opening(game: Game) -> StoredPosition:
    deal = deal_of(game, game.seats.count())
    return StoredPosition.opening(game.pk, game.room_id, deal, game.commitment)


def deal_of(game: Game, seats: int) -> Deal:
    """The deal that follows from the stored seed, or the deck that was stored with the game."""
    edition = EDITIONS[game.edition]
    if game.laid:
        laid = json.loads(game.laid)
        deck = tuple(BY_ID[id] for id in laid["deck"])
        return Deal(edition, seats, laid["first_seat"], deck, game.show_spent)
    advanced = tuple(BY_ID[id] for id in game.advanced)
    return deal_from_seed(edition, seats, bytes.fromhex(game.seed), advanced, game.show_spent)


def seat_of(game: Game, player: Player | None) -> int | None:
    """The number of the player's seat in the game; None if they have none, or have given it up.

    Once the game is over a seat that was given up is its player's again, to look at.
    """
    if player is None:
        return None
    mine = next((seat for seat in game.seats.all() if seat.player_id == player.pk), None)
    is_given_up = mine is not None and mine.left_at and game.status == Game.Status.RUNNING
    return None if mine is None or is_given_up else mine.number
