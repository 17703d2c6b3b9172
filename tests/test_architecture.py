"""Which package of `games` may import which: every allowed pair is written out here."""

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


# The packages (rooms) of `games`, each with all that it may import.
ARROWS = {
    "accounts": "models play rooms text",
    "admin": "accounts archive charts engine models moderation notifications play ratings replays "
    "text",
    "apps": "accounts process text",
    "archive": "bots charts engine models play text",
    "background": "accounts bots daily engine models notifications open_tables play process "
    "ratings reviews reviews.analysis rooms text",
    "backup": "models",
    "bots": "engine",
    "charts": "engine text",
    "daily": "bots charts engine models play rooms text",
    "forms": "engine models text",
    "lessons": "bots engine screens text",
    "live": "accounts engine models open_tables play process rooms screens text",
    "management": "archive background backup bots engine models process ratings server text "
    "training",
    "models": "engine text",
    "moderation": "accounts models play ratings rooms text",
    "notifications": "accounts engine models open_tables outbox play process rooms text",
    "open_tables": "engine models outbox play rooms text",
    "outbox": "models play",
    "play": "bots engine models process ratings text",
    "ratings": "bots engine models",
    "replays": "archive engine models play rooms screens text",
    "reviews": "archive charts engine models outbox reviews.analysis text",
    "reviews.analysis": "bots engine",
    "rooms": "bots engine models outbox play text",
    "screens": "accounts bots charts engine forms models open_tables play rooms text",
    "server": "accounts live models play process screens text",
    "text": "engine",
    "training": "bots engine",
    "urls": "views",
    "views": "accounts archive bots charts daily engine forms lessons models moderation "
    "notifications open_tables play process ratings replays reviews rooms screens text",
}
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
        allowed = used == room or used in ARROWS.get(room, "").split()
        assert allowed, HOW_TO_ADD.format(
            path=path.relative_to(ROOT), name=name, room=room, used=used
        )


def test_every_arrow_is_used():
    used = {
        (room_of(".".join(path.relative_to(ROOT).with_suffix("").parts)), room_of(name))
        for path in modules()
        for name in used_by(path)
    }
    written = {(room, other) for room, others in ARROWS.items() for other in others.split()}
    assert written - used == set()


@pytest.mark.parametrize("room", sorted(ARROWS.keys() - LOOSE))
def test_a_room_says_what_it_may_import(room):
    path = ROOT / "games" / Path(*room.split(".")) / "__init__.py"
    words = " ".join((ast.get_docstring(ast.parse(path.read_text())) or "").split())
    said = re.search(r"May import: (.*?)\.(?: |$)", words)
    assert said, f"{path} does not say what it may import"
    rooms = ARROWS.keys() | {other for others in ARROWS.values() for other in others.split()}
    named = rooms & set(re.findall(r"[a-z_]+(?:\.[a-z_]+)?", said[1]))
    assert named == set(ARROWS[room].split())


def test_arrows_lead_round_in_no_circle():
    left = {room: set(others.split()) for room, others in ARROWS.items()}
    while left:
        free = {room for room, others in left.items() if not others & left.keys()}
        assert free, f"a circle among {sorted(left)}"
        left = {room: others for room, others in left.items() if room not in free}


def test_nothing_lies_loose_in_games():
    assert {path.stem for path in (ROOT / "games").glob("*.py")} == LOOSE | {"__init__"}
