"""The row of a running game: locked for a change, and what is stored there beside its log."""

from dataclasses import replace
from datetime import datetime

from games.engine.auto_bids import auto_bids_text
from games.models import Game
from games.play.automation import Automation, bots_text, deadline_of, due_after, moment_after
from games.play.position import StoredPosition
from games.text.errors import NoGameIsRunning


def locked(game_id: int) -> Game:
    """The running game, locked against other writers until the transaction ends.

    Raises NoGameIsRunning.
    """
    running = Game.objects.select_for_update().filter(status=Game.Status.RUNNING)
    game = running.filter(pk=game_id).first()
    if game is None:
        raise NoGameIsRunning
    return game


def check_running(game_id: int) -> None:
    """Raises NoGameIsRunning."""
    if not Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).exists():
        raise NoGameIsRunning


def store_automation(
    position: StoredPosition, automation: Automation, now: datetime
) -> StoredPosition:
    """Store the automation of a game, its deadline and when it is due; the position with them.

    Pauses and turns begin after the moment that a lot is looked at. Ends a lease: an answer that
    was being computed for the game before no longer counts.
    """
    begins = now + moment_after(position.events)
    deadline = deadline_of(position.state, automation, begins)
    Game.objects.filter(pk=position.game_id).update(
        auto_bids=auto_bids_text(automation.auto_bids),
        bot_seats=bots_text(automation.bots),
        deadline=deadline,
        due_at=due_after(position.state, automation, deadline, begins),
        lease="",
    )
    return replace(position, automation=replace(automation, deadline=deadline))
