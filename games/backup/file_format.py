"""The file of a backup: a compressed tar of a manifest, a dump of the database, and the keys.

The manifest comes first. It has the version that made the file and the SHA-256 of every other
member, so that a damaged file is refused before anything is changed.
"""

import io
import json
import os
import tarfile
import zlib
from collections.abc import Container, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from games.backup import BackupFailed

FORMAT = "high-society-backup/1"
MANIFEST, DATABASE = "manifest.json", "database"
SECRET_KEY, VAPID_KEY = KEYS = "secret_key", "vapid_key"
LARGEST_MANIFEST = 1_000_000
NOT_A_BACKUP = (
    *(tarfile.TarError, zlib.error, EOFError),
    *(ValueError, KeyError, TypeError, AttributeError, RecursionError),
)


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup contains: `migrations` as app.name, `members` with the SHA-256 of each."""

    format: str
    database: str
    version: str
    made_at: str
    games: int
    lines: int
    migrations: list[str]
    members: dict[str, str]


@contextmanager
def private_file(folder: Path, name: str) -> Iterator[Path]:
    """An empty file that only its owner can read; deleted afterwards unless it was renamed."""
    with NamedTemporaryFile(dir=folder, prefix=f".{name}.", delete=False) as file:
        path = Path(file.name)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def write(target: Path, manifest: Manifest, members: Mapping[str, Path]) -> None:
    """Write the whole file under another name, sync it to disk, and rename it to `target`."""
    with private_file(target.parent, target.name) as path:
        with path.open("wb") as file:
            _pack(file, manifest, members)
            file.flush()
            os.fsync(file.fileno())
        replace(path, target)


def _pack(file: IO[bytes], manifest: Manifest, members: Mapping[str, Path]) -> None:
    text = json.dumps(asdict(manifest), indent=1).encode()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
        tar.addfile(_entry(MANIFEST, len(text)), io.BytesIO(text))
        for name, member in members.items():
            _add(tar, name, member)


def _add(tar: tarfile.TarFile, name: str, member: Path) -> None:
    with member.open("rb") as content:
        tar.addfile(_entry(name, member.stat().st_size), content)


def replace(path: Path, target: Path) -> None:
    """Rename a file over another one, so that a power cut leaves one of the two."""
    path.replace(target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def unpacked(source: Path, folder: Path) -> Iterator[tuple[Manifest, dict[str, Path]]]:
    """The manifest and the checked members as private files in `folder`, until the block ends.

    Raises BackupFailed if the file cannot be read, is damaged, or is not a backup.
    """
    with ExitStack() as files:
        members = {
            name: files.enter_context(private_file(folder, name)) for name in (DATABASE, *KEYS)
        }
        try:
            manifest = _unpack(source, members)
        except OSError as error:
            raise BackupFailed(f"{source} could not be read: {error.strerror or error}.") from None
        except NOT_A_BACKUP:
            raise BackupFailed(f"{source} is damaged, or no backup of High Society.") from None
        yield manifest, {name: members[name] for name in manifest.members}


def _unpack(source: Path, members: Mapping[str, Path]) -> Manifest:
    with tarfile.open(source, mode="r|*") as tar:
        manifest = _manifest(tar)
        while entry := tar.next():
            _copy(_content(tar, entry, manifest.members), members[entry.name])
    if any(sha256_of(members[name]) != digest for name, digest in manifest.members.items()):
        raise ValueError
    return manifest


def _content(tar: tarfile.TarFile, entry: tarfile.TarInfo, names: Container[str]) -> IO[bytes]:
    """The content of a member; KeyError for one that the manifest does not name."""
    content = tar.extractfile(entry)
    if content is None or entry.name not in names:
        raise KeyError(entry.name)
    return content


def _manifest(tar: tarfile.TarFile) -> Manifest:
    entry = tar.next()
    content = tar.extractfile(entry) if entry and entry.name == MANIFEST else None
    if content is None:
        raise KeyError(MANIFEST)
    manifest = Manifest(**json.loads(content.read(LARGEST_MANIFEST)))
    if manifest.format != FORMAT or DATABASE not in manifest.members:
        raise ValueError(manifest.format)
    if not all(isinstance(name, str) for name in list(manifest.migrations)):
        raise TypeError
    return manifest


def _copy(content: IO[bytes], target: Path) -> None:
    with target.open("wb") as file:
        while block := content.read(1 << 20):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry
