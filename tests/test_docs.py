"""The documents name only files, functions, settings, commands and addresses that exist."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import resolve

from highsociety_site.limits import DEFAULTS
from tests.support.code_names import FOLDERS, ROOT, is_defined, is_in_one_of, is_there

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PATH = re.compile(rf"(?<![\w./@-])((?:{'|'.join(FOLDERS)})/[\w@*./-]*)")
CALL = re.compile(r"((?:\w+\.)*[A-Za-z_]\w*)\(.*\)")
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
CLASS = re.compile(r"(?:[A-Z][a-z]+)+")
CONSTANT = re.compile(r"[A-Z]+(?:_[A-Z]+)+")
ADDRESS = re.compile(r"/(?:[\w<>-]+/)*[\w.-]*")
ROUTE = re.compile(r"<\w+>")
PROBES = {"/healthz", "/readyz", "/metrics"}
ELSEWHERE = ("/etc/", "/opt/", "/var/", "/ws/")  # addresses that Django does not answer
NOT_OURS = {"TimeoutStopSec", "db.sqlite3", "transaction.on_commit"}
FILE_KINDS = {".conf", ".env", ".html", ".js", ".json", ".jsonl", ".md", ".py", ".service", ".txt"}

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def prose(document: Path) -> str:
    """The text without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)


def spans(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def headings(document: Path) -> set[str]:
    """The anchors of a document, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", prose(document), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def files_of(line: str) -> list[Path]:
    files = [ROOT / name for name in PATH.findall(line)]
    return [path for path in files if path.suffix in {".py", ".js", ".html"} and path.is_file()]


@each_document
def test_links_lead_to_files_and_headings(document):
    for target in re.findall(r"\]\(([^)]+)\)", prose(document)):
        if target.startswith("http"):
            continue
        name, _, anchor = target.partition("#")
        path = document.parent / name if name else document
        assert path.exists(), target
        assert not anchor or anchor in headings(path), target


@each_document
def test_files_that_are_named_exist(document):
    text = document.read_text()
    named = {name.rstrip(".") for name in PATH.findall(text)}
    names = {span for span in spans(prose(document)) if Path(span).suffix in FILE_KINDS}
    for name in named | {name for name in names if re.fullmatch(r"[\w.@-]+", name)}:
        assert is_there(name), name


@each_document
def test_functions_that_are_called_by_name_exist(document):
    """`name()` on a line that names a file is in that file; else anywhere in the program."""
    for line in prose(document).splitlines():
        calls = [call[1] for span in spans(line) if (call := CALL.fullmatch(span))]
        files = files_of(line)
        for name in calls:
            assert is_in_one_of(files, name) if files else is_defined(name), (name, line)


@each_document
def test_classes_constants_and_dotted_names_exist(document):
    for span in spans(prose(document)):
        is_name = any(kind.fullmatch(span) for kind in (DOTTED, CLASS, CONSTANT))
        if is_name and Path(span).suffix not in FILE_KINDS and span not in NOT_OURS:
            assert is_defined(span) or span in environment(), span


@each_document
def test_examples_in_python_import_what_exists(document):
    for block in re.findall(
        r"^```python\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL
    ):
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.ImportFrom):
                module = import_module(str(node.module))
                assert [each.name for each in node.names if not hasattr(module, each.name)] == []


@each_document
def test_commands_that_are_named_exist(document):
    for name in re.findall(r"manage\.py (\w+)", document.read_text()):
        assert name in get_commands(), name
    for tool, names in re.findall(r"script/(bench|soak) ([a-z]+(?: \| [a-z]+)*)", prose(document)):
        for name in names.split(" | "):
            assert is_there(f"{tool}_{name}.py"), name


@each_document
def test_addresses_that_are_named_are_answered(document):
    for span in spans(prose(document)):
        if ADDRESS.fullmatch(span) and span not in PROBES and not f"{span}/".startswith(ELSEWHERE):
            assert resolve(ROUTE.sub("x", span)), span


@cache
def environment() -> frozenset[str]:
    """The variables that the program reads."""
    settings = (ROOT / "highsociety_site" / "settings.py").read_text()
    serve = (ROOT / "games" / "management" / "commands" / "serve.py").read_text()
    names = re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"', settings)
    names += re.findall(r'environ\.get\("([A-Z_]+)"', serve)
    return frozenset(names) | {f"LIMIT_{kind.upper()}" for kind in DEFAULTS}


def rows_of_settings() -> Iterator[tuple[list[str], str]]:
    """The variables of each row in the tables of settings, and what its last column says."""
    for line in (ROOT / "docs" / "configuration.md").read_text().splitlines():
        if line.startswith("| `"):
            cells = line.strip("| ").split(" | ")
            yield spans(cells[0]), cells[-1]


def test_every_setting_is_explained_and_no_other():
    named = {name for names, _ in rows_of_settings() for name in names}
    assert named == environment() - {"LIMITS"}


def test_the_table_of_limits_has_the_rates_of_the_program():
    told = {
        name: rate
        for names, rates in rows_of_settings()
        for name, rate in zip(names, rates.split(", "), strict=False)
        if name.startswith("LIMIT_")
    }
    assert told == {f"LIMIT_{kind.upper()}": rate for kind, rate in DEFAULTS.items()}


def test_the_readme_leads_to_every_document():
    links = re.findall(r"\]\((docs/\w[\w-]*\.md)", (ROOT / "README.md").read_text())
    assert set(links) == {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")}


def test_every_package_has_a_paragraph():
    text = (ROOT / "docs" / "architecture.md").read_text()
    packages = {path.parent.name for path in (ROOT / "games").glob("*/__init__.py")}
    told = {name for line in text.splitlines() for name in re.findall(r"^\*\*(.+)\*\* – ", line)}
    assert packages - {"migrations"} == {name for each in told for name in each.split("**, **")}


def test_the_readme_is_short_and_has_the_two_commands():
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= 200
    assert "\nscript/server " in text
    assert "\nscript/test " in text
    assert "exec script/test\n" in (ROOT / ".ci" / "run").read_text()
