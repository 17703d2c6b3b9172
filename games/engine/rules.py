"""The rules: `start` makes the first position, `apply` every later one."""

from typing import assert_never

from games.engine.actions import Action, Bid, Commit, Discard, Pass
from games.engine.cards import Card
from games.engine.money import MASK, TOTAL, UNKNOWN, highest_card, highest_unique
from games.engine.seats import NEXT_SEAT
from games.engine.state import Deal, GameState, Phase, SeatState
from games.engine.violations import (
    AlreadyCommitted,
    BidTooLow,
    CardNotInHand,
    DiscardFirst,
    EmptyBid,
    GameIsOver,
    NoMoneyToCommit,
    NoSuchSeat,
    NotASealedRound,
    NothingToDiscard,
    NotYourLuxury,
    NotYourTurn,
    RuleViolation,
    SealedRound,
)

Seats = tuple[SeatState, ...]

# Looking a member up on an enum and calling a named tuple cost more than the rules themselves.
AUCTION, SEALED, DISCARD, OVER = Phase.AUCTION, Phase.SEALED, Phase.DISCARD, Phase.OVER
_THEFT, _EXCURSIONS, _YACHT_CLUB = Card.THEFT, Card.EXCURSIONS, Card.YACHT_CLUB
_new = tuple.__new__


def start(deal: Deal) -> GameState:
    """The position after the first card is revealed."""
    return _reveal(deal, (SeatState(),) * deal.seats, 0, deal.first_seat)


def apply(state: GameState, action: Action) -> GameState:
    """The position after `action`; raises RuleViolation if it is not legal."""
    if isinstance(action, Pass):
        return _pass(state, action)
    if isinstance(action, Bid):
        return _bid(state, action)
    if isinstance(action, Discard):
        return _discard(state, action)
    if isinstance(action, Commit):
        return _commit(state, action)
    assert_never(action)


def _bid(state: GameState, action: Bid) -> GameState:
    deal, players, revealed, phase, first, turn, active, highest = state
    if phase is not AUCTION or action.seat != turn:
        raise _out_of_turn(state, action)
    hand, bid, spent, claimed = players[turn]
    money = action.mask
    if not money:
        raise EmptyBid
    if money & ~hand:
        raise CardNotInHand
    total = TOTAL[bid | money]
    if total <= highest:
        raise BidTooLow(total=total, highest=highest)
    bidder = _new(SeatState, (hand ^ money, bid | money, spent, claimed))
    turn_after = NEXT_SEAT[active][turn]
    players = _with(players, turn, bidder)
    return _new(GameState, (deal, players, revealed, phase, first, turn_after, active, total))


def _pass(state: GameState, action: Pass) -> GameState:
    deal, players, revealed, phase, first, turn, active, highest = state
    if phase is not AUCTION or action.seat != turn:
        raise _out_of_turn(state, action)
    hand, bid, spent, claimed = players[turn]
    if bid:
        players = _with(players, turn, _new(SeatState, (hand | bid, 0, spent, claimed)))
    lot = deal.deck[revealed - 1]
    if lot.is_disgrace:
        return _take_disgrace(state, players, turn, lot)
    active &= ~(1 << turn)
    turn_after = NEXT_SEAT[active][turn]
    if active & active - 1:
        return _new(GameState, (deal, players, revealed, phase, first, turn_after, active, highest))
    return _reveal(deal, _claim(players, turn_after, lot), revealed, turn_after)


def _discard(state: GameState, action: Discard) -> GameState:
    if state.phase is not DISCARD or action.seat != state.turn:
        raise _out_of_turn(state, action)
    player = state.players[action.seat]
    if not action.card.is_luxury or action.card not in player.claimed:
        raise NotYourLuxury
    players = _with(state.players, action.seat, _lose(player, action.card))
    return _reveal(state.deal, players, state.revealed, state.turn)


def _commit(state: GameState, action: Commit) -> GameState:
    seat, money = action.seat, MASK.get(frozenset((action.money,)), UNKNOWN)
    if state.phase is not SEALED or not 0 <= seat < len(state.players):
        raise _out_of_turn(state, action)
    player = state.players[seat]
    if player.bid:
        raise AlreadyCommitted
    if not player.hand:
        raise NoMoneyToCommit
    if money & ~player.hand:
        raise CardNotInHand
    committed = player._replace(hand=player.hand ^ money, bid=money)
    players = _with(state.players, seat, committed)
    active = state.active & ~(1 << seat)
    if active:
        return state._replace(players=players, active=active)
    return _open_sealed_bids(state, players)


def _out_of_turn(state: GameState, action: Action) -> RuleViolation:
    """The violation of an action that `state` does not wait for."""
    if state.phase is OVER:
        return GameIsOver()
    if not 0 <= action.seat < len(state.players):
        return NoSuchSeat()
    if state.phase is SEALED:
        return SealedRound()
    if action.seat != state.turn:
        return NotYourTurn()
    if state.phase is DISCARD:
        return DiscardFirst()
    return NotASealedRound() if isinstance(action, Commit) else NothingToDiscard()


def _reveal(deal: Deal, players: Seats, revealed: int, first: int) -> GameState:
    """The position after the next card is turned up; `first` is the first to act."""
    card = deal.deck[revealed]
    revealed += 1
    phase, active = AUCTION, (1 << deal.seats) - 1
    if revealed == deal.length:
        phase, active = OVER, 0
    elif card is _YACHT_CLUB:
        phase, active = SEALED, sum(1 << i for i, player in enumerate(players) if player.hand)
        if not active:
            return _reveal(deal, players, revealed, first)
    return _new(GameState, (deal, players, revealed, phase, first, first, active, 0))


def _take_disgrace(state: GameState, players: Seats, seat: int, lot: Card) -> GameState:
    """The position after `seat` has passed and takes the disgrace that the others paid to avoid."""
    hand, bid, spent, claimed = players[seat]
    taker = _new(SeatState, (hand, bid, spent, (*claimed, lot)))
    luxuries = [card for card in claimed if card.is_luxury] if lot is _THEFT else []
    if len(luxuries) == 1:
        taker = _lose(taker, luxuries[0])
    players = _with(_pay_all(players), seat, taker)
    if len(luxuries) > 1:
        waiting = (DISCARD, state.first, seat, 0, 0)
        return GameState(state.deal, players, state.revealed, *waiting)
    return _reveal(state.deal, players, state.revealed, seat)


def _open_sealed_bids(state: GameState, players: Seats) -> GameState:
    """The position after the yacht club went to the highest unique bid, or to no seat."""
    winner = highest_unique([player.bid for player in players])
    players = _pay_all(players)
    if winner is None:
        return _reveal(state.deal, players, state.revealed, state.first)
    players = _claim(players, winner, _YACHT_CLUB)
    return _reveal(state.deal, players, state.revealed, winner)


def _claim(players: Seats, seat: int, card: Card) -> Seats:
    """The players after `seat` pays for `card`, which a waiting theft may take away at once."""
    hand, bid, spent, claimed = players[seat]
    winner = _new(SeatState, (hand, 0, spent | bid, (*claimed, card)))
    if card.is_luxury and _THEFT in claimed:
        winner = _lose(winner, card)
    if card is _EXCURSIONS:
        players = tuple([_take_back(player) for player in players])
    return _with(players, seat, winner)


def _lose(player: SeatState, luxury: Card) -> SeatState:
    """`player` without `luxury` and without the theft that took it."""
    lost = (luxury, _THEFT)
    return player._replace(claimed=tuple(card for card in player.claimed if card not in lost))


def _take_back(player: SeatState) -> SeatState:
    """`player` with the highest money card that they have spent in hand again."""
    money = highest_card(player.spent)
    return player._replace(hand=player.hand | money, spent=player.spent ^ money)


def _pay_all(players: Seats) -> Seats:
    """The players after every open bid has been discarded."""
    return tuple([_pay(player) if player.bid else player for player in players])


def _pay(player: SeatState) -> SeatState:
    hand, bid, spent, claimed = player
    return _new(SeatState, (hand, 0, spent | bid, claimed))


def _with(players: Seats, seat: int, player: SeatState) -> Seats:
    after = [*players]
    after[seat] = player
    return tuple(after)
