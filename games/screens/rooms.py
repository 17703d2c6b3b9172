"""The whole room for one viewer."""

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import presentation
from games.engine.cards import advanced_among
from games.models import Game
from games.presentation import Parts, Table, place_html
from games.screens.lobby import LOBBY, audible, lobby_parts, people_context, talk_lines
from games.screens.scenes import Scene, Viewer
from games.screens.stories import charts_html, scores_html, whole_log_html
from games.screens.tables import table_parts
from games.services.table import Position
from games.services.talk import REMARKS


def room_parts(scene: Scene, viewer: Viewer, request: HttpRequest | None = None) -> Parts:
    """Every part of the room for one viewer."""
    parts = lobby_parts(scene, viewer, request)
    return parts | table_parts(scene, viewer)


def room_context(scene: Scene, viewer: Viewer, parts: Parts) -> dict[str, Any]:
    """All that the whole room's template needs; of the game only what the viewer may know."""
    context = people_context(scene, viewer) | {
        "lobby": {name: SafeString(parts[name]) for name in LOBBY},
        "talk": talk_lines(audible(scene, viewer.player)),
        "remarks": [(key, _(text)) for key, text in REMARKS.items()],
        "socket_url": f"/ws/r/{scene.room.invite}/",
    }
    if scene.table and scene.position and scene.game:
        context |= _game_context(scene.game, viewer, scene.table, scene.position, parts)
    return context


def _game_context(
    game: Game, viewer: Viewer, table: Table, position: Position, parts: Parts
) -> dict[str, Any]:
    return {
        "game": table,
        "parts": {name.replace("-", "_"): SafeString(html) for name, html in parts.items()},
        "seats": [SafeString(place_html(*seat, parts)) for seat in enumerate(table.names)],
        "seat": viewer.seat,
        "cards": SafeString(
            presentation.cards_html(
                table.edition, advanced_among(position.state.deal.deck), get_language()
            )
        ),
        "rules": presentation.rules_url(table.edition),
        "money": presentation.money_format(table.edition, get_language()),
        "commitment": game.commitment,
        "is_my_turn": viewer.seat in position.state.seats_to_act,
        "log": SafeString(whole_log_html(table, position)),
        "scores": SafeString(scores_html(game, table, position)),
        "charts": SafeString(charts_html(table, position)),
    }


def room_html(scene: Scene, viewer: Viewer, parts: Parts | None = None) -> str:
    """The whole room for one viewer, of these parts if they are there already."""
    context = room_context(scene, viewer, parts or room_parts(scene, viewer))
    return render_to_string("partials/room.html", context)


def alert_html(sentence: str) -> str:
    """The part that says at once what went wrong."""
    return render_to_string("partials/alert.html", {"sentence": sentence})
