"""Setting and cancelling an auto-bid, which nobody but its player may know of."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from games.engine.auto_bids import AutoBid, auto_bids_text, can_be_set, in_force
from games.engine.state import GameState
from games.models import Game
from games.play.announcements import announce_auto_bid
from games.play.automation import automation_of
from games.play.position import StoredPosition, position_of
from games.play.rows import locked, store_automation
from games.text.errors import AutoBidTooLow, TableMovedOn


def set_auto_bid(game_id: int, seat: int, auto_bid: AutoBid | None) -> None:
    """Keep `auto_bid` for the seat until its turn comes; None cancels the one there is.

    At its turn it acts after a pause like a person's, taken by the clock, so that the time does not
    tell that there was one. Raises NoGameIsRunning, TableMovedOn, AutoBidTooLow.
    """
    with transaction.atomic():
        game = locked(game_id)
        position = position_of(game.pk, game.version)
        if auto_bid is not None:
            _check(position.state, seat, auto_bid)
        _store(game, position, seat, auto_bid)
        announce_auto_bid(game.room_id, game.pk, seat)


def _check(state: GameState, seat: int, auto_bid: AutoBid) -> None:
    if auto_bid.lot != state.revealed or not can_be_set(state, seat):
        raise TableMovedOn
    if 0 < auto_bid.limit <= state.highest:
        raise AutoBidTooLow


def _store(game: Game, position: StoredPosition, seat: int, auto_bid: AutoBid | None) -> None:
    """At another's turn nothing else of the row changes: it would show that there is one."""
    automation, state = automation_of(game), position.state
    kept = in_force(automation.auto_bids, state)
    auto_bids = {who: each for who, each in kept.items() if who != seat}
    if auto_bid is not None:
        auto_bids[seat] = auto_bid
    if state.turn == seat and can_be_set(state, seat):
        store_automation(position, replace(automation, auto_bids=auto_bids), timezone.now())
    else:
        Game.objects.filter(pk=game.pk).update(auto_bids=auto_bids_text(auto_bids))
