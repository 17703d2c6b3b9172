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

# Seconds for a turn. From a day on nobody has to be in the room.
CORRESPONDENCE = 86_400
CLOCK_NAMES = {
    0: _("No limit"),
    30: _("30 seconds"),
    60: _("1 minute"),
    120: _("2 minutes"),
    CORRESPONDENCE: _("1 day (by correspondence)"),
    2 * CORRESPONDENCE: _("2 days (by correspondence)"),
    3 * CORRESPONDENCE: _("3 days (by correspondence)"),
}
CLOCKS = tuple(CLOCK_NAMES)
DAYS = tuple(clock for clock in CLOCKS if clock >= CORRESPONDENCE)
# What plays for a seat whose player let a turn of days pass by, beside the bots: it only passes.
PASSING = "pass"

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

    DEALT = "dealt", _("played here")
    CONTINUED = "continued", _("continued from another game")
    IMPORTED = "imported", _("imported")


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


class NotificationKind(TextChoices):
    """What somebody who is not here is told."""

    TURN = "turn", _("your turn")
    DEADLINE = "deadline", _("time is running out")
    START = "start", _("a game begins")
    REMATCH = "rematch", _("a rematch is proposed")
    REVIEW = "review", _("an analysis is ready")
    OVER = "over", _("withdraws what was told of a game")
    TEST = "test", _("a test")
    INVITE = "invite", _("an invitation")


class MailWish(TextChoices):
    """Which e-mails somebody wants about games over days."""

    TURNS = "turns", _("At each turn, at most one an hour for each game")
    DIGEST = "digest", _("One e-mail a day for all games")
    OFF = "off", _("None")


class LetterKind(TextChoices):
    """What an e-mail is about."""

    TURN = "turn", _("your turn")
    DEADLINE = "deadline", _("time is running out")
    DIGEST = "digest", _("a daily digest")
    VERIFY = "verify", _("a link that proves the address")
    RESET = "reset", _("a link for a new password")


class TimeUp(TextChoices):
    """What happens in a game over days when a turn's time is up and its player is not there."""

    BOT = "bot", _("A bot plays until they are back")
    PASS = PASSING, _("They pass until they are back")
