"""Arrows between the rooms of the house point one way."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "games" / "engine"
BOTS = ROOT / "games" / "bots"
REVIEW = ROOT / "games" / "review"
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


@pytest.mark.parametrize("path", sorted(REVIEW.rglob("*.py")), ids=lambda path: path.name)
def test_a_review_is_thought_out_without_the_web(path):
    for name in imports(path):
        ours = any(is_within(name, f"games.{room}") for room in ("engine", "bots", "review"))
        pure = name.split(".")[0] in sys.stdlib_module_names
        assert ours or pure or name == "games.chronicle", name


def test_nobody_needs_the_environment_for_learning():
    for path, _ in modules():
        assert "games.bots.environment" not in imports(path), path


def test_only_the_tables_and_nobody_who_chooses_sees_a_state():
    """A bot gets an observation: no bot's own module imports what could show it more."""
    for path in BOTS.glob("*.py"):
        if path.name not in TABLES:
            forbidden = {"games.engine.state", "games.engine.rules", "games.engine.record"}
            assert not imports(path) & forbidden, path.name


# The rooms of the house from the cellar up: a room may use those below it, and its own floor.
FLOORS = (
    {"engine"},
    {"bots"},
    {"models", "refusals", "narration", "migrations", "orders", "company", "standings"},
    {"selectors", "moves", "limits", "presentation", "records", "threads", "bundles"}
    | {"rulebook", "guide", "chronicle", "proofs", "review"},
    {"histories", "charts", "reckoning", "findings", "statistics"},
    {"services", "forms"},
    {"screens", "identity", "writing", "thinking"},
    {"live", "ticking", "replaying"},
    {"consumers", "views", "origins", "admin"},
    {"urls", "routing", "apps", "management", "backpressure"},
)


def floor(module: str) -> int:
    """How high the room of `games.room.…` lies."""
    return next(height for height, rooms in enumerate(FLOORS) if module.split(".")[1] in rooms)


def modules() -> list[tuple[Path, str]]:
    games = ROOT / "games"
    paths = [path for path in games.rglob("*.py") if path.parent != games or path.stem[0] != "_"]
    return sorted((path, ".".join(path.relative_to(ROOT).with_suffix("").parts)) for path in paths)


@pytest.mark.parametrize(("path", "module"), modules(), ids=[name for _, name in modules()])
def test_nothing_uses_what_lies_above_it(path, module):
    for name in imports(path):
        if is_within(name, "games"):
            assert floor(name) <= floor(module), name
