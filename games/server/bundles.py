"""Joins the style sheets and the scripts into one file each, for browsers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

STATIC = settings.BASE_DIR / "static"
STYLES = (
    *("layers", "tokens", "base", "layout", "common", "paper", "crests", "cards", "table"),
    *("hand", "controls", "auto-bid", "sheets", "room", "talk", "end", "reveal", "charts"),
    *("replay", "home", "profile", "rules", "review", "wide"),
)
BUNDLES = {
    "css/site.css": [STATIC / "css" / f"{name}.css" for name in STYLES],
    "js/site.js": sorted((STATIC / "js").glob("*.js")),
}


class BundleFinder(BaseFinder):
    """Finds `css/site.css` and `js/site.js`, made of the files of their folders."""

    def __init__(self) -> None:
        self.storage = FileSystemStorage(settings.BUNDLES_DIR)

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """The path of a bundle, written anew in case its sources changed; [] for other paths."""
        if path not in BUNDLES:
            return []
        target = str(_write(path))
        return [target] if find_all else target

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:  # noqa: ARG002
        """Every bundle and its storage, for collectstatic."""
        for path in BUNDLES:
            _write(path)
            yield path, self.storage


def _write(path: str) -> Path:
    target = Path(settings.BUNDLES_DIR) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text("".join(source.read_text() for source in BUNDLES[path]))
    return target
