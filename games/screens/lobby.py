"""The people and options of a room for one viewer, before, during and after a game."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.models import FEWEST_SEATS, LEVEL_NAMES, MOST_SEATS, Game, Member, Room
from games.open_tables.waiting import offers_bots
from games.play.position import seat_of
from games.rooms import rematch
from games.rooms.bots import character_of
from games.rooms.names import invented_name
from games.screens.rendering import Parts, render_anew
from games.screens.room_options import options_html
from games.screens.snapshot import Snapshot, Viewer, names_here
from games.screens.talk import muted_by
from games.text.numbers import count_text

LOBBY = ("people", "join", "options", "hosting", "opening")
BY_DJANGO = ("join", "hosting", "opening")
PEOPLE = (
    *("room", "chairs", "closed_chairs", "watchers", "viewer", "is_running", "rematch", "daily"),
    *("muted", "blocked", "favourites"),
)
MEMBER_URLS = ("mute", "favourite", "block", "report", "hand-over", "remove", "seat-bot")


def lobby_parts(snapshot: Snapshot, viewer: Viewer) -> Parts:
    """The parts about people and options, by the id of their element."""
    context = people_context(snapshot, viewer)
    parts: Parts = {name: render_to_string(f"partials/{name}.html", context) for name in BY_DJANGO}
    parts["people"] = people_html(context)
    can_change = viewer.is_host and not context["is_running"] and not snapshot.room.daily_id
    parts["options"] = options_html(
        snapshot.room,
        viewer.csrf_token,
        can_change=can_change,
        is_running=context["is_running"],
    )
    return parts


def people_html(context: Mapping[str, Any]) -> str:
    """The part `people`, which has forms about each of the others, by the table's engine."""
    viewer: Viewer = context["viewer"]
    return render_anew(
        "people",
        get_language(),
        **{name: context[name] for name in PEOPLE},
        me=viewer.player_id,
        urls=_member_urls(context["room"].invite),
        csrf_field=_csrf_field(viewer.csrf_token),
        block_label=pgettext("a person", "Block"),
    )


@lru_cache(maxsize=500)
def _member_urls(invite: str) -> dict[str, str]:
    """Where the forms about a member are sent."""
    return {name.replace("-", "_"): reverse(name, args=[invite]) for name in MEMBER_URLS}


def _csrf_field(token: str) -> str:
    """What `{% csrf_token %}` is in Django's templates."""
    field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    return format_html(field, token) if token else ""


def people_context(snapshot: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """What the templates of LOBBY need: members, invitation, and what this viewer may do."""
    room = snapshot.room
    seated = {member.chair: member for member in snapshot.members if member.chair is not None}
    running = snapshot.game is not None and snapshot.game.status == Game.Status.RUNNING
    return {
        "room": room,
        "csrf_token": viewer.csrf_token,
        "game_id": snapshot.game.pk if snapshot.game else "",
        "chairs": [
            (chair, seated.get(chair), _bot_shown(seated.get(chair))) for chair in range(room.seats)
        ],
        "closed_chairs": range(room.seats, MOST_SEATS),
        "watchers": [member for member in snapshot.members if member.chair is None],
        "viewer": viewer,
        "is_running": running,
        "is_awaited": running and not viewer.is_member and _has_seat(snapshot, viewer),
        "is_rematch": snapshot.game is not None and not running,
        "replay": "" if running or snapshot.game is None else _replay_key(snapshot.game, viewer),
        "can_start": len(seated) >= FEWEST_SEATS,
        "missing": max(0, FEWEST_SEATS - len(seated)),
        "opening": _opening(snapshot, viewer, len(seated), is_running=running),
        "rematch": _rematch(room, seated.values(), viewer),
        "series": [
            (line.player_id == viewer.player_id, line.name, count_text(line.wins))
            for line in snapshot.series
        ],
        "can_sit": len(seated) < room.seats or any(m.player.bot for m in seated.values()),
        "is_seated": any(
            viewer.player and m.player_id == viewer.player.pk for m in seated.values()
        ),
        "daily": room.daily,
        "absent": _absent_seats(snapshot) if viewer.is_host and running else (),
        "muted": muted_by(snapshot, viewer.player),
        "blocked": {to for by, to in snapshot.blocks if by == viewer.player_id},
        "favourites": {to for by, to in snapshot.favourites if by == viewer.player_id},
        "link": f"{viewer.site}{reverse('room', args=[room.invite])}",
        "invented": viewer.invented or invented_name(names_here(snapshot)),
    }


def _opening(snapshot: Snapshot, viewer: Viewer, taken: int, *, is_running: bool) -> dict[str, Any]:
    """Who can come to this table, and what those who wait at an open one can do."""
    room, is_fresh = snapshot.room, snapshot.game is None
    is_waiting = room.is_open and is_fresh
    return {
        "is_shown": viewer.is_member or room.is_open,
        "can_choose": viewer.is_host and not is_running,
        "can_rate": viewer.player is not None and viewer.player.user_id is not None,
        "is_waiting": is_waiting,
        "taken": taken,
        "offers_bots": is_waiting and offers_bots(room),
        "has_left": is_running and _has_left(snapshot, viewer),
    }


def _has_left(snapshot: Snapshot, viewer: Viewer) -> bool:
    """Whether the viewer gave up a seat in the open game on the table."""
    seats = snapshot.game.seats.all() if snapshot.game and viewer.player else ()
    return any(seat.player_id == viewer.player_id and seat.left_at for seat in seats)


def _rematch(room: Room, seated: Iterable[Member], viewer: Viewer) -> dict[str, Any]:
    """Whether a rematch is proposed, whom it waits for, and what this viewer can say to it."""
    waiting = rematch.not_ready(seated)
    others = [each.player.name for each in waiting if each.player_id != viewer.player_id]
    mine = next((each for each in seated if each.player_id == viewer.player_id), None)
    return {
        "is_proposed": room.rematch_due_at is not None,
        "asks_others": any(
            not each.player.bot and each.player_id != viewer.player_id for each in seated
        ),
        "others": get_text_list(others, _("and")),
        "is_late": rematch.is_due(room),
        "is_ready": mine is None or mine.is_ready,
        "can_say_ready": mine is not None and not mine.is_ready and (others or not viewer.is_host),
        "can_take_back": mine is not None and mine.is_ready and not viewer.is_host,
    }


def _has_seat(snapshot: Snapshot, viewer: Viewer) -> bool:
    return snapshot.game is not None and seat_of(snapshot.game, viewer.player) is not None


def _absent_seats(snapshot: Snapshot) -> list[dict[str, Any]]:
    """The seats of absent players, and what the host can choose for each."""
    absent = {number for number, _since in snapshot.seat_badges.absent}
    seats = snapshot.game.seats.all() if snapshot.game else ()
    return [
        {
            "seat": seat.number,
            "name": seat.name,
            "has_bot": seat.number in snapshot.seat_badges.stand_ins,
            "is_awaited": seat.is_awaited or not snapshot.room.grace,
        }
        for seat in seats
        if seat.number in absent
    ]


def _replay_key(game: Game, viewer: Viewer) -> str:
    """The key of the finished game's replay: its share link for watchers, its code for players."""
    return game.share if viewer.seat is None else game.code


def _bot_shown(member: Member | None) -> dict[str, Any]:
    """Face, level and description of a bot; empty for people and free chairs."""
    character = character_of(member.player if member else None)
    if character is None:
        return {}
    return {
        "face": character.face,
        "level": LEVEL_NAMES[character.level],
        "description": _(character.description),
    }
