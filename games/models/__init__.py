"""What is stored: accounts, players, rooms, games, seats, and the append-only log of each game.

One module for each group of tables; `choices` has every stored choice with its label, `codes` draws
names and keys. No logic but constraints: the services of play, rooms, archive and moderation write.
May import: engine. Imported by every package but engine and bots.
"""

from games.models.choices import (
    CLOCK_NAMES,
    CLOCKS,
    CORRESPONDENCE,
    DEFAULT_EDITION,
    DEFAULT_LEVEL,
    EXTENSIONS,
    GRACE_NAMES,
    GRACES,
    LEVEL_NAMES,
    LEVELS,
    MOST_SEATS,
    ModerationKind,
)
from games.models.clocks import ClockBeat
from games.models.codes import CODE_LENGTH, new_code, new_invite, new_number
from games.models.games import Game, LoggedAction, Seat
from games.models.login_tries import LoginTries
from games.models.moderation import REASON_LENGTH, HiddenAccess, ModerationAction, Report
from games.models.people import (
    AGENT_LENGTH,
    NAME_LENGTH,
    PASSWORD_LENGTH,
    USERNAME_LENGTH,
    Device,
    Mute,
    Player,
    User,
    username_key,
)
from games.models.reviews import Review
from games.models.rooms import MESSAGE_LENGTH, Member, Message, Room

__all__ = (
    "AGENT_LENGTH",
    "CLOCKS",
    "CLOCK_NAMES",
    "CODE_LENGTH",
    "CORRESPONDENCE",
    "DEFAULT_EDITION",
    "DEFAULT_LEVEL",
    "EXTENSIONS",
    "GRACES",
    "GRACE_NAMES",
    "LEVELS",
    "LEVEL_NAMES",
    "MESSAGE_LENGTH",
    "MOST_SEATS",
    "NAME_LENGTH",
    "PASSWORD_LENGTH",
    "REASON_LENGTH",
    "USERNAME_LENGTH",
    "ClockBeat",
    "Device",
    "Game",
    "HiddenAccess",
    "LoggedAction",
    "LoginTries",
    "Member",
    "Message",
    "ModerationAction",
    "ModerationKind",
    "Mute",
    "Player",
    "Report",
    "Review",
    "Room",
    "Seat",
    "User",
    "new_code",
    "new_invite",
    "new_number",
    "username_key",
)
