"""The data directory, readable only by the user the server runs as."""

import fcntl
import os
import secrets
import stat
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SHORTEST_KEY = 32
DATABASE, SECRET, VAPID = "db.sqlite3", "secret_key", "vapid_key"
# The order of the curve P-256: a private key is a number below it.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def prepare(data: Path) -> None:
    """Make the directory, and remove the permissions of others on it, the database and the key.

    A directory without files of ours, or with the sticky bit, keeps its mode.
    """
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"The data directory {data} cannot be made: {error.strerror}.")
    ours = [path for name in (DATABASE, SECRET, VAPID) for path in data.glob(f"{name}*")]
    for path in ours:
        _close_to_others(path)
    if ours and not data.stat().st_mode & stat.S_ISVTX:
        _close_to_others(data)


def prepare_database(data: Path) -> None:
    """Make SQLite's file with mode 600; SQLite gives the files beside it the same mode."""
    path = data / DATABASE
    try:
        if not path.exists():
            path.touch(mode=0o600)
    except OSError as error:
        sys.exit(f"The database {path} cannot be made: {error.strerror}.")


def own_secret(data: Path) -> str:
    """The stored secret key; on the first start a new one is written, atomically."""
    return _own_key(data / SECRET, lambda: secrets.token_urlsafe(48))


def own_vapid_key(data: Path) -> str:
    """The stored key that signs push messages; on the first start a new one is written."""
    return _own_key(data / VAPID, _new_vapid_key)


def _new_vapid_key() -> str:
    """A private key of the curve P-256, as 32 bytes in base64url without padding."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def _own_key(path: Path, make: Callable[[], str]) -> str:
    try:
        return _stored(path) or _new_key(path, make)
    except OSError as error:
        sys.exit(f"The key {path} cannot be read or made: {error.strerror}.")


def _new_key(path: Path, make: Callable[[], str]) -> str:
    """A new key, or the one that another process has just made."""
    with _alone_in(path.parent) as folder:
        if key := _stored(path):
            return key
        key, draft = make(), path.with_name(f"{path.name}.new")
        try:
            _write(draft, key)
            draft.replace(path)
            os.fsync(folder)
        finally:
            draft.unlink(missing_ok=True)
    return key


def _stored(path: Path) -> str:
    """The key in the file, empty if there is no file; exits if it is too short."""
    key = path.read_bytes().decode(errors="replace") if path.exists() else ""
    if 0 < len(key) < SHORTEST_KEY:
        sys.exit(
            f"The key in {path} is too short: {SHORTEST_KEY} characters at least."
            " Put the right key there, or delete the file for a new one."
        )
    return key


def _write(path: Path, text: str) -> None:
    """Write a new file with mode 600 and sync it."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _alone_in(folder: Path) -> Iterator[int]:
    """A handle of the directory under an exclusive lock, which ends with the process."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield handle
    finally:
        os.close(handle)


def _close_to_others(path: Path) -> None:
    """Remove the permissions of group and others, unless the file is another user's or gone."""
    with suppress(PermissionError, FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)
