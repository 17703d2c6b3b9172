"""Which package of `games` may import which: all pairs, but for the foundations, are written."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "games" / "engine"
BOTS = ROOT / "games" / "bots"
ANALYSIS = ROOT / "games" / "reviews" / "analysis"
TABLES = {"match.py", "environment.py", "wire.py"}
LEARNING = {"gymnasium", "numpy", "pettingzoo"}
IMPURE = {"datetime", "os", "pathlib", "random", "secrets", "socket", "sys", "time"}


def imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module == "games":
            names |= {f"games.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module)
    return names


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("path", sorted(ENGINE.rglob("*.py")), ids=lambda path: path.name)
def test_the_engine_imports_only_itself_and_pure_modules(path):
    for name in imports(path):
        pure = name.split(".")[0] in sys.stdlib_module_names and name not in IMPURE
        assert pure or is_within(name, "games.engine"), name


@pytest.mark.parametrize("path", sorted(BOTS.rglob("*.py")), ids=lambda path: path.name)
def test_bots_know_the_engine_and_nothing_of_the_web(path):
    for name in imports(path):
        ours = is_within(name, "games.engine") or is_within(name, "games.bots")
        learning = path.name == "environment.py" and name.split(".")[0] in LEARNING
        assert ours or learning or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", sorted(ANALYSIS.rglob("*.py")), ids=lambda path: path.name)
def test_a_review_is_thought_out_without_the_web(path):
    for name in imports(path):
        ours = any(
            is_within(name, f"games.{room}") for room in ("engine", "bots", "reviews.analysis")
        )
        pure = name.split(".")[0] in sys.stdlib_module_names
        assert ours or pure, name


def test_ratings_are_computed_without_the_web():
    for name in imports(ROOT / "games" / "ratings" / "fold.py"):
        pure = name.split(".")[0] in sys.stdlib_module_names and name not in IMPURE
        assert pure or is_within(name, "openskill"), name


def test_what_trains_bots_is_needed_by_nothing_else():
    """numpy is not there at run time: only the command imports it, when it is asked to train."""
    for path in modules():
        trains = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts)) == "training"
        if not trains and path.name not in {"train.py", "environment.py"}:
            assert not imports(path) & LEARNING, path
            assert not any(is_within(name, "games.training") for name in imports(path)), path


def test_nobody_needs_the_environment_for_learning():
    for path in modules():
        assert "games.bots.environment" not in imports(path), path


def test_only_the_tables_and_nobody_who_chooses_sees_a_state():
    """A bot gets an observation: no bot's own module imports what could show it more."""
    for path in BOTS.rglob("*.py"):
        if path.name not in TABLES:
            forbidden = {"games.engine.state", "games.engine.rules", "games.engine.record"}
            assert not imports(path) & forbidden, path.name


# The packages (rooms) of `games`, each with all that it may import beside the foundations.
ARROWS = {
    "accounts": "play rooms",
    "admin": "accounts archive moderation play ratings replays",
    "apps": "accounts process",
    "archive": "bots charts play",
    "background": "accounts bots daily notifications open_tables play process ratings reviews "
    "reviews.analysis rooms",
    "backup": "",
    "bots": "",
    "charts": "",
    "daily": "bots charts play rooms",
    "engine": "",
    "forms": "",
    "lessons": "bots screens",
    "live": "accounts open_tables play process rooms screens",
    "management": "archive background backup bots process ratings server training",
    "models": "",
    "moderation": "accounts ratings rooms",
    "notifications": "accounts open_tables play process rooms",
    "open_tables": "play rooms",
    "play": "bots process ratings",
    "process": "",
    "ratings": "bots",
    "replays": "play rooms screens",
    "reviews": "charts play reviews.analysis",
    "reviews.analysis": "bots",
    "rooms": "bots play",
    "screens": "charts forms open_tables play rooms",
    "server": "accounts live play process screens",
    "text": "",
    "training": "bots",
    "urls": "views",
    "views": "accounts archive charts daily forms lessons moderation notifications open_tables "
    "play process ratings replays reviews rooms screens",
}
# The foundations: every room may use the rules, every room of the site what is stored, and words.
WITHOUT_DATABASE = {"bots", "charts", "engine", "process", "reviews.analysis", "text", "training"}
WITHOUT_WORDS = WITHOUT_DATABASE - {"charts"}
LOOSE = {"apps", "forms", "urls"}  # modules that Django wants beside the packages
HOW_TO_ADD = (
    "{path} imports {name}, and the room “{room}” may not use “{used}”. Look first whether what is"
    " needed belongs in a room that may. If not, add “{used}” to ARROWS[“{room}”] in this file: a"
    " new arrow is a decision, which the commit explains."
)


def modules() -> list[Path]:
    paths = (ROOT / "games").rglob("*.py")
    return sorted(path for path in paths if "migrations" not in path.parts)


def room_of(module: str) -> str:
    """The room of `games.room.…`; `reviews.analysis` is one of its own."""
    names = module.split(".")[1:]
    return "reviews.analysis" if names[:2] == ["reviews", "analysis"] else "".join(names[:1])


def foundations_of(room: str) -> set[str]:
    """What this room may import without an arrow of its own; those below it never import it."""
    rules = set() if room in {"engine", "process"} else {"engine"}
    words = set() if room in WITHOUT_WORDS else {"text"}
    stored = set() if room in WITHOUT_DATABASE | {"models"} else {"models"}
    return rules | words | stored


def all_used() -> set[tuple[str, str]]:
    """Every pair of rooms of which one imports the other."""
    pairs = {
        (room_of(".".join(path.relative_to(ROOT).with_suffix("").parts)), room_of(name))
        for path in modules()
        for name in used_by(path)
    }
    return {(room, used) for room, used in pairs if room != used}


def used_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if is_within(alias.name, "games"))
        if isinstance(node, ast.ImportFrom) and is_within(node.module or "", "games"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_uses_only_those_its_arrows_lead_to(path):
    room = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for name in used_by(path):
        used = room_of(name)
        allowed = used == room or used in {*ARROWS[room].split(), *foundations_of(room)}
        assert allowed, HOW_TO_ADD.format(
            path=path.relative_to(ROOT), name=name, room=room, used=used
        )


def test_every_arrow_is_used():
    written = {(room, other) for room, others in ARROWS.items() for other in others.split()}
    assert written - all_used() == set()


@pytest.mark.parametrize("room", sorted(ARROWS.keys() - LOOSE - {"engine", "process"}))
def test_a_room_says_what_it_may_import(room):
    path = ROOT / "games" / Path(*room.split(".")) / "__init__.py"
    words = " ".join((ast.get_docstring(ast.parse(path.read_text())) or "").split())
    said = re.search(r"May import: (.*?)\.(?: |$)", words)
    assert said, f"{path} does not say what it may import"
    named = ARROWS.keys() & set(re.findall(r"[a-z_]+(?:\.[a-z_]+)?", said[1]))
    assert named == {used for by, used in all_used() if by == room}


def test_arrows_lead_round_in_no_circle():
    left = {room: {*others.split(), *foundations_of(room)} for room, others in ARROWS.items()}
    while left:
        free = {room for room, others in left.items() if not others & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {room: others for room, others in left.items() if room not in free}


def test_nothing_lies_loose_in_games():
    assert {path.stem for path in (ROOT / "games").glob("*.py")} == LOOSE | {"__init__"}
