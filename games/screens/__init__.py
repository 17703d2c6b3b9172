"""What one viewer sees of a room: `load` a snapshot once, render it whole or in parts for each.

A part is the HTML of one element, found by its id; a push sends the parts that changed. What a
viewer may know comes from `engine.observation` alone. May import: charts, engine,
forms, models, open_tables, play, rooms, text. Called by lessons, live, replays, server and views.
"""

from games.screens.close_reason import (
    CloseReason,
    closed_room_html,
    reason_to_close,
    reason_to_log_out,
)
from games.screens.lobby import lobby_parts
from games.screens.lot_moment import moment_part, no_moment
from games.screens.room import alert_html, room_context, room_html, room_parts
from games.screens.seen_state import SeenState, outline_in, seen_state_html, seen_state_in
from games.screens.snapshot import (
    Snapshot,
    TakenName,
    Viewer,
    face_of,
    load,
    outline_of,
    viewer_of,
)
from games.screens.story import charts_html, scores_html, whole_log_html
from games.screens.table import (
    WaitingFacts,
    copied_sale_parts,
    last_sale,
    own_parts,
    public_parts,
    table_parts,
    waiting_facts,
)
from games.screens.talk import audible, earlier_talk, missed_talk_html

__all__ = (
    "CloseReason",
    "SeenState",
    "Snapshot",
    "TakenName",
    "Viewer",
    "WaitingFacts",
    "alert_html",
    "audible",
    "charts_html",
    "closed_room_html",
    "copied_sale_parts",
    "earlier_talk",
    "face_of",
    "last_sale",
    "load",
    "lobby_parts",
    "missed_talk_html",
    "moment_part",
    "no_moment",
    "outline_in",
    "outline_of",
    "own_parts",
    "public_parts",
    "reason_to_close",
    "reason_to_log_out",
    "room_context",
    "room_html",
    "room_parts",
    "scores_html",
    "seen_state_html",
    "seen_state_in",
    "table_parts",
    "viewer_of",
    "waiting_facts",
    "whole_log_html",
)
