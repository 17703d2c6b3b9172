"""The shuffle anyone can check."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import ADVANCED, Card, status_cards
from games.engine.dealing import commitment, deal, shuffle, verify
from games.engine.editions import EDITIONS

seeds = st.binary(min_size=32, max_size=32)
ZERO = bytes(32)
COUNTING = bytes(range(32))


def test_the_deck_of_a_seed_never_changes():
    deck, first = shuffle(ZERO, 4)

    assert [card.id for card in deck] == DECK_OF_ZERO
    assert first == FIRST_OF_ZERO


def test_the_deck_with_the_stars_never_changes():
    deck, first = shuffle(COUNTING, 5, ADVANCED)

    assert [card.id for card in deck] == STARRED_DECK_OF_COUNTING
    assert first == FIRST_OF_COUNTING


def by_the_book(seed: str, names: list[str], seats: int) -> tuple[list[str], int]:
    """The documented procedure once more, in other words: picking from a shrinking list."""
    x = int(hashlib.sha256(b"high-society-deal/1" + bytes.fromhex(seed)).hexdigest(), 16)
    left, dealt = list(names), []
    while len(left) > 1:
        j = x % len(left)
        x //= len(left)
        left[j], left[-1] = left[-1], left[j]
        dealt.insert(0, left.pop())
    return left + dealt, x % seats


@given(seeds, st.integers(3, 5), st.sets(st.sampled_from(ADVANCED)))
def test_the_shuffle_follows_its_description(seed, seats, advanced):
    deck, first = shuffle(seed, seats, advanced)
    names = [card.id for card in status_cards(advanced)]

    assert ([card.id for card in deck], first) == by_the_book(seed.hex(), names, seats)


def test_every_card_and_every_seat_comes_first_about_equally_often():
    games = [shuffle(number.to_bytes(32), 4) for number in range(4000)]
    tops = Counter(deck[0] for deck, _ in games)
    bottoms = Counter(deck[-1] for deck, _ in games)
    seats = Counter(first for _, first in games)

    assert len(tops) == len(bottoms) == 16
    assert all(180 < count < 320 for count in (*tops.values(), *bottoms.values()))
    assert all(880 < seats[seat] < 1120 for seat in range(4))


def test_a_deal_takes_the_custom_of_its_edition():
    assert deal(EDITIONS["spec"], 3, ZERO).show_spent
    assert not deal(EDITIONS["classic"], 3, ZERO).show_spent
    assert deal(EDITIONS["classic"], 3, ZERO, show_spent=True).show_spent
    assert not deal(EDITIONS["spec"], 3, ZERO, show_spent=False).show_spent


def test_a_deal_is_the_shuffle_of_its_seed():
    dealt = deal(EDITIONS["allplay-2025"], 5, COUNTING, (Card.EXCURSIONS,))

    assert (dealt.deck, dealt.first_seat) == shuffle(COUNTING, 5, (Card.EXCURSIONS,))
    assert (dealt.edition.id, dealt.seats) == ("allplay-2025", 5)


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_seed_has_256_bits(size):
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle(bytes(size), 4)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(size), ZERO)
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(ZERO, bytes(size))


def test_the_commitment_of_a_seed_never_changes():
    written = b"high-society-commitment/1" + COUNTING + ZERO

    assert commitment(seed=ZERO, salt=COUNTING) == hashlib.sha256(written).hexdigest()


@given(seeds, seeds, seeds)
def test_only_the_right_seed_and_salt_verify(seed, salt, other):
    promise = commitment(seed, salt)

    assert verify(promise, seed, salt)
    assert verify(promise, other, salt) == (other == seed)
    assert verify(promise, seed, other) == (other == salt)


def test_nonsense_does_not_verify():
    assert not verify("", ZERO, ZERO)
    assert not verify("é", ZERO, ZERO)


DECK_OF_ZERO = [
    "luxury-3",
    "prestige-1",
    "minus-five",
    "prestige-2",
    "luxury-10",
    "luxury-1",
    "luxury-6",
    "half",
    "luxury-4",
    "prestige-3",
    "luxury-8",
    "luxury-5",
    "luxury-9",
    "luxury-2",
    "luxury-7",
    "theft",
]
FIRST_OF_ZERO = 2
STARRED_DECK_OF_COUNTING = [
    "luxury-6",
    "luxury-4",
    "luxury-3",
    "luxury-1",
    "half",
    "gambling",
    "yacht-club",
    "prestige-2",
    "luxury-9",
    "minus-five",
    "prestige-3",
    "prestige-1",
    "luxury-8",
    "luxury-5",
    "theft",
    "luxury-10",
    "luxury-7",
    "excursions",
    "luxury-2",
]
FIRST_OF_COUNTING = 1
