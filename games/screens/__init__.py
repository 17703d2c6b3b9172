"""A room as one viewer sees it: loaded once, rendered whole or in parts."""

from games.screens.farewells import Farewell, farewell, goodbye_html, parting
from games.screens.lobby import audible, message_html
from games.screens.rooms import alert_html, room_context, room_html, room_parts
from games.screens.scenes import Scene, Viewer, face_of, load, viewer_of
from games.screens.stories import charts_html, scores_html, whole_log_html
from games.screens.tables import last_sale, own_parts, public_parts, table_parts

__all__ = (
    "Farewell",
    "Scene",
    "Viewer",
    "alert_html",
    "audible",
    "charts_html",
    "face_of",
    "farewell",
    "goodbye_html",
    "last_sale",
    "load",
    "message_html",
    "own_parts",
    "parting",
    "public_parts",
    "room_context",
    "room_html",
    "room_parts",
    "scores_html",
    "table_parts",
    "viewer_of",
    "whole_log_html",
)
