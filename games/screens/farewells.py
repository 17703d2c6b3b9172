"""What somebody reads who cannot stay."""

from enum import Enum

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Player
from games.screens.scenes import Scene


class Farewell(Enum):
    """Why somebody has to leave: what is written above, and the sentence."""

    REMOVED = (
        gettext_noop("You are no longer in this room"),
        gettext_noop("The host has shown you to the door. There are other evenings."),
    )
    CLOSED = (
        gettext_noop("This room is closed"),
        gettext_noop("Nobody has been here for a long time. A new room is opened with one click."),
    )
    LOGGED_OUT = (
        gettext_noop("You have logged out"),
        gettext_noop("The link of the room lets you in again."),
    )
    BANNED = (
        gettext_noop("You are no longer in this room"),
        gettext_noop("Those who look after the house keep you out for now."),
    )


def farewell(scene: Scene, player: Player | None) -> Farewell | None:
    """Why this viewer cannot stay, if they cannot."""
    if scene.room.closed_at is not None:
        return Farewell.CLOSED
    if player is not None and player.pk in scene.removed:
        return Farewell.REMOVED
    return None


def parting(player_id: int) -> Farewell:
    """Why somebody is gone from everywhere at once."""
    player = Player.objects.filter(pk=player_id).first()
    return Farewell.BANNED if player is not None and player.is_banned else Farewell.LOGGED_OUT


def goodbye_html(why: Farewell) -> str:
    """The room for somebody who cannot stay."""
    title, sentence = why.value
    context = {"title": _(title), "sentence": _(sentence)}
    return render_to_string("partials/goodbye.html", context)
