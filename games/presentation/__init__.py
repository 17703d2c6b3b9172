"""Viewer and observation in, ready strings out: what page, fragment, socket and replay share.

A screen is made of parts, each an element with an id. Those that everybody sees are made once for a
position; hand and controls are made for one seat. Every part is a pure function of plain values, so
what has not changed comes from memory and is not sent again. The parts of the table are rendered on
every move, so their templates (`templates/table/`) are Jinja2's, which takes half the time.
"""

from games.presentation.faces import CardFace, card_face, cards_html, money_format, rules_url
from games.presentation.own import open_hand, private_parts
from games.presentation.rendering import Parts
from games.presentation.shared import SALES, log_html, place_html, public_parts
from games.presentation.tables import NOBODY_AWAY, Aside, Table

__all__ = (
    "NOBODY_AWAY",
    "SALES",
    "Aside",
    "CardFace",
    "Parts",
    "Table",
    "card_face",
    "cards_html",
    "log_html",
    "money_format",
    "open_hand",
    "place_html",
    "private_parts",
    "public_parts",
    "rules_url",
)
