"""The talk of a room for one reader: the newest page, what came since, and what was before."""

from collections.abc import Sequence
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse

from games.models import Message, Player, Room
from games.rooms import lookup
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
    return {"talk": _lines_of(snapshot, player, audible(snapshot, player)), "earlier": first}


def earlier_talk(room: Room, player: Player | None, before: int | None) -> dict[str, Any]:
    """A page of the talk before the message with the id `before`, without muted players."""
    found, has_more = talk_of(room, before)
    mutes = mutes_in(room)
    heard = [m for m in found if player is None or (player.pk, m.player_id) not in mutes]
    first = found[0].pk if has_more else None
    reporter = player if lookup.membership(room, player) else None
    return {"room": room, "talk": talk_lines(heard, room, reporter), "earlier": first}


def missed_talk_html(snapshot: Snapshot, player: Player | None, after: int) -> str:
    """The messages since `after`; the whole newest page if more was said than it holds."""
    if snapshot.has_earlier_talk and snapshot.talk[0].pk > after:
        context = talk_context(snapshot, player) | {"room": snapshot.room}
        return render_to_string("partials/messages.html", context)
    said = audible(snapshot, player, after)
    lines = _lines_of(snapshot, player, said)
    return render_to_string("partials/new-messages.html", {"talk": lines}) if said else ""


def _lines_of(
    snapshot: Snapshot, player: Player | None, messages: Sequence[Message]
) -> list[dict[str, str]]:
    is_member = any(player and member.player_id == player.pk for member in snapshot.members)
    return talk_lines(messages, snapshot.room, player if is_member else None)


def talk_lines(
    messages: Sequence[Message], room: Room, reporter: Player | None
) -> list[dict[str, str]]:
    """Name and text of each message, remarks in the current language.

    `report` is the address at which a member of the room can report what somebody else said.
    """
    address = reverse("report", args=[room.invite])
    return [
        {
            "name": message.name,
            "text": words_of(message),
            "report": f"{address}?message={message.pk}"
            if reporter and message.player_id not in {None, reporter.pk}
            else "",
        }
        for message in messages
    ]
