"""What tests share lies in tests/support; test modules do not import from each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT / "tests" / "support"
TESTS = sorted((ROOT / "tests").rglob("*.py"))
TOOLS = sorted((ROOT / "script" / "tools").rglob("*.py"))
PRODUCT = sorted(
    path for folder in ("games", "highsociety_site") for path in (ROOT / folder).rglob("*.py")
)


def imported(path: Path) -> Iterator[str]:
    """Every module that the file imports, also inside functions; relative ones begin with a dot."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from (f"{module}.{alias.name}" for alias in node.names)


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TESTS + TOOLS, ids=name_of)
def test_of_the_tests_only_what_lies_in_support_is_imported(path):
    for name in imported(path):
        assert not name.startswith("."), f"{name}: imports are absolute here"
        assert not name.startswith("tests.") or name.startswith("tests.support."), (
            f"{name_of(path)} imports {name}: move what both need to tests/support"
        )


@pytest.mark.parametrize("path", PRODUCT, ids=name_of)
def test_the_product_knows_neither_tests_nor_tools(path):
    for name in imported(path):
        assert name.split(".")[0] not in {"tests", "script"}, name


def test_beside_tests_lies_only_what_pytest_reads():
    """A helper module belongs in tests/support."""
    for path in TESTS:
        is_read = path.name in {"__init__.py", "conftest.py"} or path.name.startswith("test_")
        assert is_read or path.is_relative_to(SHARED), name_of(path)
