"""Joins style sheets and scripts into few files for browsers, without comments."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

STATIC = settings.BASE_DIR / "static"
# What every page loads, and after it either the tables of games or the pages to read.
COMMON = ("layers", "fonts", "tokens", "base", "layout", "common", "paper", "crests", "charts")
REPLAYS = (
    *("cards", "table", "hand", "controls", "auto-bid", "sheets", "room", "talk", "end"),
    *("reveal", "moment", "replay", "since", "wide", "short", "lesson", "opening"),
)
TABLE = tuple(name for name in REPLAYS if name not in {"replay", "lesson"})
PAGES = ("home", "daily", "open-tables", "profile", "account", "rules", "review")
SHEETS = {"site": COMMON, "tables": TABLE, "replays": REPLAYS, "pages": PAGES}
BUNDLES = {
    f"css/{bundle}.css": [STATIC / "css" / f"{name}.css" for name in names]
    for bundle, names in SHEETS.items()
}
BUNDLES |= {
    "js/site.js": sorted((STATIC / "js").glob("*.js")),
    "js/app.js": sorted((STATIC / "js" / "app").glob("*.js")),
}

CSS_SPACE = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
JS_COMMENT = re.compile(r"^[ ]*//.*\n", re.MULTILINE)
INDENTATION = re.compile(r"\n\s+")


class BundleFinder(BaseFinder):
    """Finds the files of BUNDLES, each made of its sources."""

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
    target.write_text("".join(_slim(source) for source in BUNDLES[path]))
    return target


def _slim(source: Path) -> str:
    """The text of a file without its comments and indentation: a seventh of what is sent.

    Of a script only lines that are nothing but a comment are left out.
    """
    text = source.read_text()
    if source.suffix == ".css":
        return INDENTATION.sub("\n", CSS_SPACE.sub(r"\1", CSS_COMMENT.sub("", text)))
    return INDENTATION.sub("\n", JS_COMMENT.sub("", text))
