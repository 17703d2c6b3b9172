"""Every choice that is stored, once: its values in order, and the words for each.

Constraints, forms, lists and tests read these. A new value of a clock, grace or level is added here
and in a migration for its constraint; a new level is also a bot in `games.bots.levels` with a
character in `games.bots.characters`, which `tests/games/test_levels.py` holds equal to this.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from games.engine.seats import SEATS

DEFAULT_EDITION = "osprey-2018"
FEWEST_SEATS, MOST_SEATS = SEATS[0], SEATS[-1]
# How often a seat may take the time of a turn once more.
EXTENSIONS = 3

# Seconds for a turn. With the longest nobody has to be in the room.
CORRESPONDENCE = 86_400
CLOCK_NAMES = {
    0: _("No limit"),
    30: _("30 seconds"),
    60: _("1 minute"),
    120: _("2 minutes"),
    CORRESPONDENCE: _("A day (by correspondence)"),
}
CLOCKS = tuple(CLOCK_NAMES)

# Seconds after which a stand-in bot plays for an absent player.
GRACE_NAMES = {
    0: _("Wait for them"),
    30: _("A bot after 30 seconds"),
    60: _("A bot after 1 minute"),
    120: _("A bot after 2 minutes"),
    300: _("A bot after 5 minutes"),
}
GRACES = tuple(GRACE_NAMES)

LEVEL_NAMES = {
    "novice": _("Novice"),
    "regular": _("Regular"),
    "expert": _("Expert"),
    "master": _("Master"),
}
LEVELS = tuple(LEVEL_NAMES)
DEFAULT_LEVEL = "regular"


class GameStatus(TextChoices):
    """Whether a game is being played, or how it ended."""

    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    BROKEN_OFF = "broken-off", _("broken off")


class GameOrigin(TextChoices):
    """How a game came into the database."""

    DEALT = "dealt", _("dealt here")
    CONTINUED = "continued", _("played on from another game")
    IMPORTED = "imported", _("brought in as a record")


class ReportStatus(TextChoices):
    """Where a report stands in the moderators' queue."""

    OPEN = "open", _("open")
    TAKEN = "taken", _("taken")
    SETTLED = "settled", _("settled")


class ModerationKind(TextChoices):
    """What a moderator did."""

    RENAME = "rename", _("renamed")
    SILENCE = "silence", _("muted")
    BAN = "ban", _("banned")
    CLOSE = "close", _("room closed")
    VOID = "void", _("game voided")
    TAKE = "take", _("report taken")
    SETTLE = "settle", _("report settled")


class ReviewState(TextChoices):
    """Whether a review is still being computed, or how that ended."""

    ASKED = "asked", _("in the making")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
