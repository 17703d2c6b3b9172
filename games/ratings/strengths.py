"""The fixed ratings of the built-in bots in each edition group.

`manage.py ratings bots` finds them; a new number here changes people's ratings too, so it needs
`manage.py ratings rebuild`.
"""

from games.engine.edition_groups import EditionGroup
from games.ratings.fold import NEW, Rating

BOT_SIGMA = 1.0
HELD = "regular"
STRENGTHS = {
    "base": {"novice": 9.1, "regular": 25.0, "expert": 28.2, "master": 36.2},
    "stars": {"novice": 12.9, "regular": 25.0, "expert": 27.7, "master": 35.2},
}


def bot_rating(group: EditionGroup, level: str) -> Rating:
    """The rating of bots of this level, which no game moves."""
    return Rating(STRENGTHS[group.id].get(level, NEW.mu), BOT_SIGMA)
