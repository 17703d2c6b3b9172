"""What is stored: people, rooms, games, seats, and the append-only log that is the truth."""

from games.models.codes import new_code, new_invite
from games.models.people import NAME_LENGTH, Mute, Player, User
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
    "CLOCKS",
    "EXTENSIONS",
    "GRACES",
    "LEVELS",
    "MESSAGE_LENGTH",
    "MOST_SEATS",
    "NAME_LENGTH",
    "Game",
    "LoggedAction",
    "Member",
    "Message",
    "Mute",
    "Player",
    "Review",
    "Room",
    "Seat",
    "User",
    "new_code",
    "new_invite",
)
