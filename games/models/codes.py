"""Names for rooms and games that cannot be guessed or can be read aloud."""

import secrets

CODE_LENGTH = 8
CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_code() -> str:
    """Eight symbols that can be read aloud: no 0 and O, no 1 and I."""
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))


def new_invite() -> str:
    """The unguessable part of a room's link, 160 bits."""
    return secrets.token_urlsafe(20)


def new_number() -> int:
    """A small number that many others may have too."""
    return secrets.randbelow(32_767) + 1
