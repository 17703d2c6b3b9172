"""Random codes, invite keys and numbers of rooms, games and devices."""

import secrets

# A game's code is unique for ever, a room's among open rooms, and is read aloud.
CODE_LENGTH, ROOM_CODE_LENGTH = 8, 6
CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_code() -> str:
    """The code of a game: eight symbols, without 0 and O, 1 and I."""
    return _symbols(CODE_LENGTH)


def new_room_code() -> str:
    """The code of a room, to be read aloud: six of the same symbols."""
    return _symbols(ROOM_CODE_LENGTH)


def _symbols(count: int) -> str:
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(count))


def new_invite() -> str:
    """The secret part of a room's link, 160 bits."""
    return secrets.token_urlsafe(20)


def new_number() -> int:
    """A random small number, not unique."""
    return secrets.randbelow(32_767) + 1
