"""People, talk and options of a room for one viewer."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from games.bots.characters import CHARACTERS
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.forms import CLOCK_NAMES, GRACE_NAMES, LEVEL_NAMES, RoomForm
from games.models import MOST_SEATS, Game, Member, Message, Player, Room
from games.narration import lot_name
from games.presentation import Parts
from games.screens.scenes import Scene, Viewer
from games.selectors import seat_of
from games.services.people import invented_name
from games.services.talk import words_of

LOBBY = ("people", "join", "options", "hosting")


def lobby_parts(scene: Scene, viewer: Viewer, request: HttpRequest | None = None) -> Parts:
    """The parts of the screen that are about people and options."""
    context = people_context(scene, viewer)
    return {name: render_to_string(f"partials/{name}.html", context, request) for name in LOBBY}


def people_context(scene: Scene, viewer: Viewer) -> dict[str, Any]:
    """Who is here, the invitation, and for the host what can be done about it."""
    room = scene.room
    seated = {member.chair: member for member in scene.members if member.chair is not None}
    running = scene.game is not None and scene.game.status == Game.Status.RUNNING
    return {
        "room": room,
        "game_id": scene.game.pk if scene.game else "",
        "last_message": scene.talk[-1].pk if scene.talk else 0,
        **_agreed(room),
        "chairs": [
            (chair, seated.get(chair), _guise(seated.get(chair))) for chair in range(room.seats)
        ],
        "closed_chairs": range(room.seats, MOST_SEATS),
        "watchers": [member for member in scene.members if member.chair is None],
        "viewer": viewer,
        "is_running": running,
        "is_awaited": running and not viewer.is_member and _has_seat(scene, viewer),
        "is_rematch": scene.game is not None and not running,
        "replay": "" if running or scene.game is None else _replay_key(scene.game, viewer),
        "can_start": len(seated) >= 3,
        "missing": max(0, 3 - len(seated)),
        "can_sit": len(seated) < room.seats or any(m.player.bot for m in seated.values()),
        "is_seated": any(
            viewer.player and m.player_id == viewer.player.pk for m in seated.values()
        ),
        "form": RoomForm(instance=room) if viewer.is_host and not running else None,
        "absent": _absent(scene) if viewer.is_host and running else (),
        "muted": muted_by(scene, viewer.player),
        "link": f"{viewer.site}{reverse('room', args=[room.invite])}",
        "invented": viewer.invented or invented_name(),
    }


def _has_seat(scene: Scene, viewer: Viewer) -> bool:
    return scene.game is not None and seat_of(scene.game, viewer.player) is not None


def _absent(scene: Scene) -> list[dict[str, Any]]:
    """The seats of people who are away, and what the host can choose for each."""
    away = {number for number, _since in scene.aside.away}
    seats = scene.game.seats.all() if scene.game else ()
    return [
        {
            "seat": seat.number,
            "name": seat.name,
            "has_bot": seat.number in scene.aside.stand_ins,
            "is_awaited": seat.is_awaited or not scene.room.grace,
        }
        for seat in seats
        if seat.number in away
    ]


def _replay_key(game: Game, viewer: Viewer) -> str:
    """By which key the viewer finds the finished game again: who only watched needs its link."""
    return game.share if viewer.seat is None else game.code


def _guise(member: Member | None) -> dict[str, Any]:
    """What there is to see of a bot: face, level and temper; of people nothing."""
    character = CHARACTERS.get(member.player.bot) if member else None
    if character is None:
        return {}
    return {
        "face": character.face,
        "level": LEVEL_NAMES[character.level],
        "temper": _(character.temper),
    }


def _agreed(room: Room) -> dict[str, Any]:
    """How this room plays, in words for those who do not choose it."""
    edition = EDITIONS[room.edition]
    return {
        "edition": edition,
        "advanced": [lot_name(edition, BY_ID[id]) for id in room.advanced],
        "clock": CLOCK_NAMES[room.clock],
        "grace": GRACE_NAMES[room.grace],
        "with_advanced": " ".join(each.id for each in EDITIONS.values() if each.has_advanced),
    }


def muted_by(scene: Scene, player: Player | None) -> frozenset[int]:
    """Whom the player does not want to read."""
    return frozenset(muted for who, muted in scene.mutes if player and who == player.pk)


def audible(scene: Scene, player: Player | None, after: int = 0) -> list[Message]:
    """What was said since the message `after`, without those the reader has muted."""
    muted = muted_by(scene, player)
    return [m for m in scene.talk if m.pk > after and m.player_id not in muted]


def message_html(messages: Sequence[Message]) -> str:
    """New lines for the talk."""
    return render_to_string("partials/new-messages.html", {"talk": talk_lines(messages)})


def talk_lines(messages: Sequence[Message]) -> list[dict[str, str]]:
    """The talk as it is read: by whom and what."""
    return [{"name": message.name, "text": words_of(message)} for message in messages]
