"""Stores static files compressed, by gzip and by Brotli, as soon as they are collected."""

import re
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

FINGERPRINT = re.compile(r"\.[0-9a-f]{12}\.[^.]+$")
# Brotli takes long and saves a tenth: not for what only moderators load.
BY_GZIP_ALONE = "/static/admin/"


class _Compressor(Compressor):  # type: ignore[misc]
    """Only names with a fingerprint are compressed, as pages link to no others."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.by_gzip_alone = Compressor(**options, use_brotli=False)

    def should_compress(self, filename: str) -> bool:
        return bool(FINGERPRINT.search(filename)) and bool(super().should_compress(filename))

    def compress(self, path: str) -> list[str]:
        if BY_GZIP_ALONE in path:
            return list(self.by_gzip_alone.compress(path))
        return list(super().compress(path))


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Fingerprints every file's name and compresses it."""

    def create_compressor(self, **options: Any) -> Compressor:
        return _Compressor(**options)
