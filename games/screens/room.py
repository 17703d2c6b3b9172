"""The whole room for one viewer."""

from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.cards import advanced_among
from games.models import Game
from games.play.position import StoredPosition
from games.rooms.chat import REMARKS
from games.screens import cards
from games.screens.lobby import LOBBY, lobby_parts, people_context
from games.screens.notices import notice_html, toast_html
from games.screens.rendering import Parts
from games.screens.seen_state import seen_state_html
from games.screens.snapshot import Snapshot, Viewer, outline_of
from games.screens.story import charts_html, scores_html, whole_log_html
from games.screens.table import table_parts
from games.screens.table_facts import Table
from games.screens.table_public import place_html
from games.screens.talk import talk_context


def room_parts(snapshot: Snapshot, viewer: Viewer) -> Parts:
    """Every part of the room for one viewer, by the id of its element."""
    parts = lobby_parts(snapshot, viewer)
    parts["seen"] = seen_state_html(snapshot.seen_state)
    parts["notice"], parts["bot-report"] = notice_html(snapshot, viewer), toast_html("bot-report")
    return parts | table_parts(snapshot, viewer)


def room_context(snapshot: Snapshot, viewer: Viewer, parts: Parts) -> dict[str, Any]:
    """What the room's template needs; of the game only what the viewer may know."""
    context = people_context(snapshot, viewer) | {
        "seen": SafeString(parts["seen"]),
        "outline": outline_of(snapshot, viewer),
        "lobby": {name: SafeString(parts[name]) for name in LOBBY},
        "notice": SafeString(parts["notice"]),
        "bot_report": SafeString(parts["bot-report"]),
        **talk_context(snapshot, viewer.player),
        "remarks": [(key, _(text)) for key, text in REMARKS.items()],
        "socket_url": f"/ws/r/{snapshot.room.invite}/",
    }
    if snapshot.table and snapshot.position and snapshot.game:
        context |= _game_context(snapshot.game, viewer, snapshot.table, snapshot.position, parts)
    return context


def _game_context(
    game: Game, viewer: Viewer, table: Table, position: StoredPosition, parts: Parts
) -> dict[str, Any]:
    return {
        "game": table,
        "parts": {name.replace("-", "_"): SafeString(html) for name, html in parts.items()},
        "seats": [
            SafeString(place_html(number, name, parts, is_own=number == viewer.seat))
            for number, name in enumerate(table.names)
        ],
        "seat": viewer.seat,
        "cards": SafeString(
            cards.cards_html(
                table.edition, advanced_among(position.state.deal.deck), get_language()
            )
        ),
        "rules": cards.rules_url(table.edition),
        "money": cards.money_format(table.edition, get_language()),
        "commitment": game.commitment,
        "is_my_turn": viewer.seat in position.state.seats_to_act,
        "log": SafeString(whole_log_html(table, position, viewer.seat)),
        "scores": SafeString(scores_html(game, table, position, viewer.seat)),
        "charts": SafeString(charts_html(table, position, viewer.seat)),
    }


def room_html(snapshot: Snapshot, viewer: Viewer, parts: Parts | None = None) -> str:
    """The whole room for a page that shows it, made of `parts` if they are rendered already."""
    context = room_context(snapshot, viewer, parts or room_parts(snapshot, viewer))
    return render_to_string("partials/room-update.html", context)


def alert_html(sentence: str) -> str:
    """The part that says why a command was refused."""
    return render_to_string("partials/alert.html", {"sentence": sentence})
