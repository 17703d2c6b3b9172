"""Arrows between the rooms of the house point one way."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "games" / "engine"
BOTS = ROOT / "games" / "bots"
IMPURE = {"datetime", "os", "pathlib", "random", "secrets", "socket", "sys", "time"}


def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
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
        assert ours or name.split(".")[0] in sys.stdlib_module_names, name


def test_only_the_match_and_nobody_who_chooses_sees_a_state():
    """A bot gets an observation: no bot's own module imports what could show it more."""
    for path in BOTS.glob("*.py"):
        if path.name != "match.py":
            forbidden = {"games.engine.state", "games.engine.rules", "games.engine.record"}
            assert not imports(path) & forbidden, path.name
