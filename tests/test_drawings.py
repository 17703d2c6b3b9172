"""No drawing is sent that nothing shows."""

import re
from pathlib import Path

import pytest

from games.bots.characters import CHARACTERS

ROOT = Path(__file__).parents[1]
DRAWINGS = (ROOT / "static" / "img" / "art.svg").read_text()
SOURCES = [
    *(ROOT / "templates").rglob("*.html"),
    *(path for path in (ROOT / "games").rglob("*.py") if "migrations" not in path.parts),
    *(ROOT / "script" / "tools" / "previews").glob("*.py"),
]
TEXT = "\n".join(path.read_text() for path in SOURCES)
REPLAY = (ROOT / "games" / "views" / "replay_page.py").read_text()
FACES = {character.face for character in CHARACTERS.values()}


def is_shown(drawing: str) -> bool:
    """Whether a template or the code names it, whole or by the part behind its kind."""
    kind, _, name = drawing.partition("-")
    if kind == "icon":
        by_name = f'icon="{name}"' in TEXT or f'"{name}": (_(' in REPLAY
        return by_name or re.search(rf"#{drawing}\b(?!-)", TEXT) is not None
    if kind == "crest":
        return 'f"crest-{seat}"' in TEXT
    return drawing in FACES or re.search(rf'["#]{drawing}"', TEXT) is not None


@pytest.mark.parametrize("drawing", re.findall(r'<symbol id="([\w-]+)"', DRAWINGS))
def test_a_drawing_is_shown_somewhere(drawing):
    assert is_shown(drawing)
