"""Games that were played by the rules, at random, until a position is the one that is wanted."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from random import Random

from django.utils import timezone

from games.accounts import people
from games.engine.cards import ADVANCED, END_CARDS, Card
from games.engine.dealing import commitment, deal
from games.engine.editions import EDITIONS
from games.engine.rules import apply, start
from games.engine.state import GameState, Phase
from games.models import Player, Room
from games.play import moves
from games.play.position import forget_positions
from games.rooms import chat, hosting, seating, starting
from tests.support.strategies import some_action

NAMES = (
    "Lady Wilhelmina Moor",
    "Graf von Wellenstein",
    "Madame de Montbazon",
    "Ann",
    "Commodore Whitmarsh",
)
LINES = ("Good evening!", "A château for a song.", "You would not dare.")
ME = 1
SALT = bytes(32)
Wanted = Callable[[GameState], bool]


def guests(seats: int) -> list[Player]:
    return [people.new_guest(name[:20]) for name in NAMES[:seats]]


def gather(
    seats: int, edition: str, stars: tuple[Card, ...] = (), chairs: int = 0, clock: int = 0
) -> Room:
    """A room with so many people on its chairs, who have said a few words."""
    players = guests(seats)
    room = seating.open_room(players[0])
    options = {"edition": edition, "advanced": [card.id for card in stars], "grace": 0}
    hosting.choose(room.pk, players[0], seats=chairs or seats, clock=clock, **options)
    for player in players[1:]:
        seating.sit(room.pk, player)
    for player, line in zip(players, LINES, strict=False):
        chat.say(room.pk, player, line)
    room.members.update(seen_at=timezone.now() + timedelta(days=1))  # nobody is away
    return room


def seated(room: Room, chair: int) -> Player:
    return room.members.get(chair=chair).player


def played(
    seats: int, edition: str, wanted: Wanted, stars: tuple[Card, ...] = (), clock: int = 0
) -> Room:
    """A room in whose game the position is as wanted; the seed is the first that leads there."""
    for number in count():
        seed, rng = number.to_bytes(32), Random(number)
        state, actions = start(deal(EDITIONS[edition], seats, seed, stars)), []
        while not wanted(state) and not state.is_over:
            actions.append(some_action(state, rng, 0.35 + rng.random() / 2))
            state = apply(state, actions[-1])
        if wanted(state):
            break
    room = gather(seats, edition, stars, clock=clock)
    game = starting.start(room.pk, seated(room, 0))
    game.seed, game.salt, game.commitment = seed.hex(), SALT.hex(), commitment(seed, SALT)
    game.save()
    forget_positions()
    for version, action in enumerate(actions):
        moves.play(moves.Move(game.pk, version, action))
    return room


def is_auction(state: GameState, revealed: int = 6) -> bool:
    return state.phase is Phase.AUCTION and state.revealed >= revealed


def is_mine(state: GameState) -> bool:
    return ME in state.seats_to_act


def is_in(state: GameState) -> bool:
    return bool(state.active >> ME & 1)


def is_reverse(state: GameState) -> bool:
    return state.lot is not None and state.lot.is_disgrace


def ends_seen(state: GameState) -> int:
    return len(set(state.deal.deck[: state.revealed]) & set(END_CARDS))


def has_won_many(state: GameState) -> bool:
    return len(state.players[ME].claimed) >= 4 and len(state.players[0].claimed) >= 3


def is_after_a_disgrace(state: GameState) -> bool:
    """The first lot was a disgrace, and everybody else has paid many notes to avoid it."""
    notes = sorted(player.spent.bit_count() for player in state.players)
    is_next = state.revealed == 2 and state.deal.deck[0].is_disgrace
    return is_next and not state.highest and notes[1] >= 5


STARS = ADVANCED
WANTED: dict[str, tuple[Wanted, tuple[Card, ...]]] = {
    "first-turn": (lambda s: is_auction(s, 1) and is_mine(s) and not is_reverse(s), ()),
    "my-turn": (
        lambda s: is_auction(s) and is_mine(s) and bool(s.players[ME].bid) and not is_reverse(s),
        (),
    ),
    "others-turn": (
        lambda s: is_auction(s) and not is_mine(s) and is_in(s) and s.highest > 5_000,
        (),
    ),
    "passed": (lambda s: is_auction(s) and not is_in(s) and not is_reverse(s), ()),
    "reverse": (lambda s: is_auction(s, 3) and is_mine(s) and is_reverse(s) and s.highest > 0, ()),
    "sealed": (lambda s: s.phase is Phase.SEALED and is_mine(s) and s.revealed > 3, STARS),
    "sealed-waiting": (
        lambda s: s.phase is Phase.SEALED and not is_mine(s) and bool(s.players[ME].bid),
        STARS,
    ),
    "theft": (
        lambda s: s.phase is Phase.DISCARD and is_mine(s) and len(s.players[ME].claimed) > 3,
        (),
    ),
    "many-cards": (lambda s: is_auction(s, 9) and is_mine(s) and has_won_many(s), STARS),
    "no-money": (lambda s: is_auction(s) and is_mine(s) and not s.players[ME].hand, ()),
    "before-the-end": (lambda s: is_auction(s) and ends_seen(s) == 3 and is_in(s), ()),
    "after-a-disgrace": (is_after_a_disgrace, STARS),
    "over": (lambda s: s.is_over and s.revealed > 9, STARS),
}
