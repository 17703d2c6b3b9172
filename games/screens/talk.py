"""The talk of a room for one reader: the newest page, what came since, and what was before."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string

from games.models import Message, Player, Room
from games.rooms.chat import mutes_in, talk_of, words_of
from games.screens.snapshot import Snapshot


def muted_by(snapshot: Snapshot, player: Player | None) -> frozenset[int]:
    """The ids of the players that this player has muted."""
    return frozenset(muted for who, muted in snapshot.mutes if player and who == player.pk)


def audible(snapshot: Snapshot, player: Player | None, after: int = 0) -> list[Message]:
    """The messages after the one with the id `after`, without those of muted players."""
    muted = muted_by(snapshot, player)
    return [m for m in snapshot.talk if m.pk > after and m.player_id not in muted]


def talk_context(snapshot: Snapshot, player: Player | None) -> dict[str, Any]:
    """The newest page of the talk; `earlier` is the id before which there are more, or None."""
    first = snapshot.talk[0].pk if snapshot.has_earlier_talk else None
    return {"talk": talk_lines(audible(snapshot, player)), "earlier": first}


def earlier_talk(room: Room, player: Player | None, before: int | None) -> dict[str, Any]:
    """A page of the talk before the message with the id `before`, without muted players."""
    found, has_more = talk_of(room, before)
    mutes = mutes_in(room)
    heard = [m for m in found if player is None or (player.pk, m.player_id) not in mutes]
    first = found[0].pk if has_more else None
    return {"room": room, "talk": talk_lines(heard), "earlier": first}


def missed_talk_html(snapshot: Snapshot, player: Player | None, after: int) -> str:
    """The messages since `after`; the whole newest page if more was said than it holds."""
    if snapshot.has_earlier_talk and snapshot.talk[0].pk > after:
        context = talk_context(snapshot, player) | {"room": snapshot.room}
        return render_to_string("partials/messages.html", context)
    said = audible(snapshot, player, after)
    return message_html(said) if said else ""


def message_html(messages: Sequence[Message]) -> str:
    """New messages, which the page appends to the talk."""
    return render_to_string("partials/new-messages.html", {"talk": talk_lines(messages)})


def talk_lines(messages: Sequence[Message]) -> list[dict[str, str]]:
    """Name and text of each message, remarks in the current language."""
    return [{"name": message.name, "text": words_of(message)} for message in messages]
