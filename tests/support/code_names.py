"""The files of the program and the names they define, for tests of what is written about them."""

import ast
import fnmatch
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("deploy", "docs", "games", "highsociety_site", "script", "static", "templates", "tests")


@cache
def our_files() -> frozenset[str]:
    """Every file and folder of the program, from the root; nothing that is installed there."""
    inside = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    paths = [*inside, *ROOT.glob("*")]
    return frozenset(str(path.relative_to(ROOT)) for path in paths)


def is_there(name: str) -> bool:
    """Whether a path from the root, a pattern or a bare file name matches one of our files."""
    if "/" in name:
        return bool(fnmatch.filter(our_files(), name.rstrip("/")))
    return any(path == name or path.endswith(f"/{name}") for path in our_files())


@cache
def names_in(path: Path) -> frozenset[str]:
    """The functions, classes, methods, fields and constants that a module defines."""
    return frozenset(_names(ast.parse(path.read_text()).body, ""))


def _names(body: list[ast.stmt], owner: str) -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield owner + node.name
        if isinstance(node, ast.ClassDef):
            yield from _names(node.body, f"{owner}{node.name}.")
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            yield from (owner + name.id for name in names if isinstance(name, ast.Name))


@cache
def modules() -> dict[str, Path]:
    """Our modules by their dotted names."""
    paths = [*ROOT.glob("games/**/*.py"), *ROOT.glob("highsociety_site/*.py")]
    parts = {path: path.relative_to(ROOT).with_suffix("").parts for path in paths}
    return {".".join(each).removesuffix(".__init__"): path for path, each in parts.items()}


def is_defined(name: str) -> bool:
    """Whether `name` is one of ours: a whole path, `module.name`, `Class.name` or a bare name."""
    if any(module == name or module.endswith(f".{name}") for module in modules()):
        return True
    return any(_is_in(name, module, path) for module, path in modules().items())


def _is_in(name: str, module: str, path: Path) -> bool:
    if name in names_in(path):
        return True
    before, _, last = name.rpartition(".")
    owner, _, class_name = before.rpartition(".")
    return (_ends(module, before) and last in names_in(path)) or (
        _ends(module, owner) and f"{class_name}.{last}" in names_in(path)
    )


def _ends(module: str, name: str) -> bool:
    return bool(name) and f".{module}".endswith(f".{name}")


def is_in_one_of(files: list[Path], name: str) -> bool:
    """Whether one of the files that a line names has this function."""
    return any(
        name in names_in(path)
        if path.suffix == ".py"
        else re.search(rf"\b{re.escape(name)}\b", path.read_text())
        for path in files
    )
