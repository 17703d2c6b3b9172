"""The legal actions of a seat, as a sequence that is not built until it is read."""

from collections.abc import Sequence
from typing import overload

from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.money import CARDS, DESCENDING, TOTAL, subsets
from games.engine.seats import MOST_SEATS
from games.engine.state import GameState, Phase

_BIDS = tuple(tuple(Bid(seat, cards) for cards in CARDS) for seat in range(MOST_SEATS))
_AUCTION = Phase.AUCTION
_PASS = tuple((Pass(seat),) for seat in range(MOST_SEATS))


class BidsAndPass(Sequence[Action]):
    """A turn's choices: the pass first, then every set of cards that overbids, cheapest first."""

    __slots__ = ("_masks", "_seat", "_skipped")

    def __init__(self, seat: int, masks: tuple[int, ...], skipped: int) -> None:
        self._seat = seat
        self._masks = masks
        self._skipped = skipped

    def __len__(self) -> int:
        return len(self._masks) - self._skipped + 1

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(len(self))[index])
        if index < 0:
            index += len(self)
        if index > 0:
            return _BIDS[self._seat][self._masks[self._skipped + index - 1]]
        if index < 0:
            raise IndexError(index)
        return _PASS[self._seat][0]


def legal_actions(state: GameState, seat: int) -> Sequence[Action]:
    """All that `seat` may do now; empty if it is not to act."""
    _, players, _, phase, _, turn, _, highest = state
    if phase is _AUCTION and seat == turn:
        hand, bid, _, _ = players[seat]
        if not hand:
            return _PASS[seat]
        masks, above = subsets(hand)
        skipped = above[(highest - TOTAL[bid]) // 1_000]
        return BidsAndPass(seat, masks, skipped) if skipped < len(masks) else _PASS[seat]
    if seat not in state.seats_to_act:
        return ()
    if phase is Phase.SEALED:
        return tuple(Commit(seat, value) for value in DESCENDING[players[seat].hand])
    return tuple(Discard(seat, card) for card in players[seat].claimed if card.is_luxury)
