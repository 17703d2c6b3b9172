"""Why a viewer's room is closed to them, and the page that says so."""

from enum import Enum

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Game, Player
from games.screens.snapshot import Snapshot


class CloseReason(Enum):
    """Why somebody cannot stay in a room: the page's title and its sentence."""

    REMOVED = (
        gettext_noop("You’re no longer in this room"),
        gettext_noop("The host removed you from this room."),
    )
    CLOSED = (
        gettext_noop("This room is closed"),
        gettext_noop("Nobody was here for a long time. You can open a new room on the home page."),
    )
    LOCKED = (
        gettext_noop("This room is locked"),
        gettext_noop("The host has locked it. Ask them to let you in."),
    )
    LOGGED_OUT = (
        gettext_noop("You’re logged out"),
        gettext_noop("Use the link of the room to come in again."),
    )
    BANNED = (
        gettext_noop("You’re suspended"),
        gettext_noop("A moderator has suspended you. Reload the page to see until when."),
    )


def reason_to_close(snapshot: Snapshot, player: Player | None) -> CloseReason | None:
    """Why this player (None: a stranger) may not see the room; None if they may."""
    if snapshot.room.closed_at is not None:
        return CloseReason.CLOSED
    if player is not None and player.pk in snapshot.removed:
        # Who was removed is a member no longer; who is banned still is one.
        is_member = any(member.player_id == player.pk for member in snapshot.members)
        return CloseReason.BANNED if is_member else CloseReason.REMOVED
    if snapshot.room.is_locked and not _belongs(snapshot, player):
        return CloseReason.LOCKED
    return None


def _belongs(snapshot: Snapshot, player: Player | None) -> bool:
    """Whether this is a member, or has left the running game and may come back to it."""
    if player is None:
        return False
    is_running = snapshot.game is not None and snapshot.game.status == Game.Status.RUNNING
    seats = snapshot.game.seats.all() if snapshot.game and is_running else ()
    return player.pk in {*(m.player_id for m in snapshot.members), *(s.player_id for s in seats)}


def reason_to_log_out(player_id: int) -> CloseReason:
    """Why all sockets of a player are closed at once: banned, or else logged out."""
    player = Player.objects.filter(pk=player_id).first()
    is_banned = player is not None and player.is_banned
    return CloseReason.BANNED if is_banned else CloseReason.LOGGED_OUT


def closed_room_html(reason: CloseReason) -> str:
    """What stands in the place of the room for somebody who cannot stay."""
    title, sentence = reason.value
    context = {"title": _(title), "sentence": _(sentence)}
    return render_to_string("partials/close-reason.html", context)
