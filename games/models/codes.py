"""Random codes, invite keys and numbers of rooms, games and devices."""

import secrets

CODE_LENGTH = 8
CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_code() -> str:
    """A code of eight symbols to be read aloud, without 0 and O, 1 and I."""
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))


def new_invite() -> str:
    """The secret part of a room's link, 160 bits."""
    return secrets.token_urlsafe(20)


def new_number() -> int:
    """A random small number, not unique."""
    return secrets.randbelow(32_767) + 1
