"""Dealing from a seed, and its proof: a procedure that can be repeated in any language.

1. Hash the ASCII label ``high-society-deal/1`` followed by the 32 bytes of the seed with SHA-256
   and read the digest as one big-endian whole number x.
2. Lay out the cards in their fixed order: luxury-1 to luxury-10, prestige-1 to prestige-3, half,
   minus-five, theft, then those of gambling, excursions, yacht-club that are in play.
3. For i from the last index down to 1: j = x mod (i + 1), x = x div (i + 1); swap cards i and j.
4. The first card of the list is the top of the deck. The first seat is x mod the number of seats.

The commitment shown before the first card is the SHA-256, in hexadecimal, of the ASCII label
``high-society-commitment/1`` followed by the 32 bytes of the salt and the 32 bytes of the seed.
"""

from collections.abc import Container
from hashlib import sha256
from hmac import compare_digest

from games.engine.cards import Card, status_cards
from games.engine.editions import Edition
from games.engine.state import Deal

SEED_BYTES = 32
_DEAL_LABEL = b"high-society-deal/1"
_COMMITMENT_LABEL = b"high-society-commitment/1"


def deal(
    edition: Edition,
    seats: int,
    seed: bytes,
    advanced: Container[Card] = (),
    show_spent: bool | None = None,
) -> Deal:
    """The deal of `seed`; `show_spent` is the edition's own unless given. Raises ValueError."""
    deck, first_seat = shuffle(seed, seats, advanced)
    return Deal(
        edition, seats, first_seat, deck, edition.shows_spent if show_spent is None else show_spent
    )


def shuffle(
    seed: bytes, seats: int, advanced: Container[Card] = ()
) -> tuple[tuple[Card, ...], int]:
    """The deck, top first, and the first seat; ValueError if the seed has not SEED_BYTES."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    number = int.from_bytes(sha256(_DEAL_LABEL + seed).digest())
    deck = list(status_cards(advanced))
    for i in range(len(deck) - 1, 0, -1):
        number, j = divmod(number, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck), number % seats


def commitment(seed: bytes, salt: bytes) -> str:
    """The shuffle commitment, shown before the first card: it fixes the seed and hides it."""
    if len(seed) != SEED_BYTES or len(salt) != SEED_BYTES:
        raise ValueError(f"seed and salt have {SEED_BYTES} bytes each")
    return sha256(_COMMITMENT_LABEL + salt + seed).hexdigest()


def verify(promise: str, seed: bytes, salt: bytes) -> bool:
    """Whether `promise` is the commitment of this seed and salt."""
    return compare_digest(promise.encode(), commitment(seed, salt).encode())
