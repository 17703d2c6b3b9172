"""What is stored: people, rooms, games, seats, and the append-only log that is the truth."""

from games.models.codes import CODE_LENGTH, new_code, new_invite, new_number
from games.models.oversight import REASON_LENGTH, Deed, Look, Report
from games.models.people import AGENT_LENGTH, NAME_LENGTH, Device, Mute, Player, User
from games.models.play import EXTENSIONS, Game, LoggedAction, Seat
from games.models.reviews import Review
from games.models.rooms import (
    CLOCKS,
    GRACES,
    LEVELS,
    MESSAGE_LENGTH,
    MOST_SEATS,
    Member,
    Message,
    Room,
)

__all__ = (
    "AGENT_LENGTH",
    "CLOCKS",
    "CODE_LENGTH",
    "EXTENSIONS",
    "GRACES",
    "LEVELS",
    "MESSAGE_LENGTH",
    "MOST_SEATS",
    "NAME_LENGTH",
    "REASON_LENGTH",
    "Deed",
    "Device",
    "Game",
    "LoggedAction",
    "Look",
    "Member",
    "Message",
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
)
