"""What is stored: accounts, players, rooms, games, seats, and the append-only log of each game.

One module for each group of tables; `choices` has every stored choice with its label, `codes` draws
names and keys. No logic but constraints: the services of play, rooms, archive and moderation write.
May import: engine, text. Imported by nearly every package, but not by engine and bots.
"""

from games.models.choices import (
    CLOCK_NAMES,
    CLOCKS,
    CORRESPONDENCE,
    DAYS,
    DEFAULT_EDITION,
    DEFAULT_LEVEL,
    EXTENSIONS,
    FEWEST_SEATS,
    GRACE_NAMES,
    GRACES,
    LEVEL_NAMES,
    LEVELS,
    MOST_SEATS,
    PASSING,
    LetterKind,
    MailWish,
    ModerationKind,
    NotificationKind,
    TimeUp,
)
from games.models.clocks import ClockBeat
from games.models.codes import (
    CODE_LENGTH,
    ROOM_CODE_LENGTH,
    new_code,
    new_invite,
    new_number,
    new_room_code,
)
from games.models.daily import DailyDeal, DailyTry
from games.models.games import Game, LoggedAction, Seat
from games.models.login_tries import LoginTries
from games.models.moderation import REASON_LENGTH, HiddenAccess, ModerationAction, Report
from games.models.notifications import (
    ENDPOINT_LENGTH,
    Delivery,
    Letter,
    MailAddress,
    PushSubscription,
)
from games.models.open_tables import Block, Favourite, Invitation, MatchingDesk
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
from games.models.ratings import FEWEST_RATED_GAMES, RatedSeat, RatingCount, SharedBrowser
from games.models.reviews import Review
from games.models.rooms import MESSAGE_LENGTH, Member, Message, Room

__all__ = (
    "AGENT_LENGTH",
    "CLOCKS",
    "CLOCK_NAMES",
    "CODE_LENGTH",
    "CORRESPONDENCE",
    "DAYS",
    "DEFAULT_EDITION",
    "DEFAULT_LEVEL",
    "ENDPOINT_LENGTH",
    "EXTENSIONS",
    "FEWEST_RATED_GAMES",
    "FEWEST_SEATS",
    "GRACES",
    "GRACE_NAMES",
    "LEVELS",
    "LEVEL_NAMES",
    "MESSAGE_LENGTH",
    "MOST_SEATS",
    "NAME_LENGTH",
    "PASSING",
    "PASSWORD_LENGTH",
    "REASON_LENGTH",
    "ROOM_CODE_LENGTH",
    "USERNAME_LENGTH",
    "Block",
    "ClockBeat",
    "DailyDeal",
    "DailyTry",
    "Delivery",
    "Device",
    "Favourite",
    "Game",
    "HiddenAccess",
    "Invitation",
    "Letter",
    "LetterKind",
    "LoggedAction",
    "LoginTries",
    "MailAddress",
    "MailWish",
    "MatchingDesk",
    "Member",
    "Message",
    "ModerationAction",
    "ModerationKind",
    "Mute",
    "NotificationKind",
    "Player",
    "PushSubscription",
    "RatedSeat",
    "RatingCount",
    "Report",
    "Review",
    "Room",
    "Seat",
    "SharedBrowser",
    "TimeUp",
    "User",
    "new_code",
    "new_invite",
    "new_number",
    "new_room_code",
    "username_key",
)
