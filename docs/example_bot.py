"""A bot of your own: an observation comes in, an action goes out, both as JSON text.

python manage.py simulate --games 400 --paired --bots docs.example_bot:choose,novice,novice,novice
script/arena "python docs/example_bot.py" novice
"""

import json
import sys
from typing import Any

PRICE_OF_A_POINT = 1_500
PRICE_OF_ANYTHING_ELSE = 12_000


def choose(text: str) -> str:
    """The action of the seat whose observation is in `text`."""
    view = json.loads(text)
    return json.dumps({"seat": view["seat"], **act(view, view["players"][view["seat"]])})


def act(view: dict[str, Any], me: dict[str, Any]) -> dict[str, Any]:
    if view["phase"] == "discard":
        return {"type": "discard", "card": least_luxury(me)}
    if view["phase"] == "sealed":
        return {"type": "commit", "card": min(view["hand"])}
    missing = view["highest_bid"] - me["bid_total"]
    raises = [card for card in view["hand"] if missing < card <= price(view) - me["bid_total"]]
    return {"type": "bid", "cards": [min(raises)]} if raises else {"type": "pass"}


def price(view: dict[str, Any]) -> int:
    worth = view["lot"]["value"]
    return worth * PRICE_OF_A_POINT if worth else PRICE_OF_ANYTHING_ELSE


def least_luxury(me: dict[str, Any]) -> str:
    stars = ("excursions", "yacht-club")
    ids = [id for id in me["claimed"] if id.startswith("luxury") or id in stars]
    return min(zip(me["luxuries"], ids, strict=True))[1]


if __name__ == "__main__":
    for line in sys.stdin:
        print(choose(line), flush=True)
