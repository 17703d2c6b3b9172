"""Pictures of every state of the screen, from real games, and a sheet that shows them all."""

import argparse
import html
import os
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tqdm import tqdm

from script.tools.scenes.looking import SIZES, THEMES, Look, Scene, looking, scenes
from tests.support.browser import FLAGS
from tests.support.server import Server


def looks(options: argparse.Namespace) -> Iterator[Look]:
    """Every size and theme asked for, in every language."""
    for size, theme, language in product(options.sizes, options.themes, options.languages):
        yield Look(size, theme, language)


def take(browser: Browser, server: Server, scene: Scene, look: Look, target: Path) -> Path:
    """One picture of the first screen; of pages to read, the whole."""
    path = target / f"{scene.title}-{look.title}.png"
    with looking(browser, server, scene, look) as page:
        page.screenshot(path=path, full_page=scene.name in {"over", "replay-end", "rules"})
    return path


def sheet(paths: list[Path], target: Path) -> None:
    """A page with all pictures side by side."""
    figures = "".join(
        f'<figure><a href="{path.name}"><img src="{path.name}" loading="lazy" alt=""></a>'
        f"<figcaption>{html.escape(path.stem)}</figcaption></figure>"
        for path in paths
    )
    style = "body{display:flex;flex-wrap:wrap;gap:8px;font:12px sans-serif}img{max-height:420px}"
    page = f"<!doctype html><title>Gallery</title><style>{style}figure{{margin:0}}</style>{figures}"
    (target / "index.html").write_text(page)


def words(text: str) -> list[str]:
    return text.split(",")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path, nargs="?", default=Path("gallery"))
    parser.add_argument("--sizes", type=words, default=list(SIZES), help=", ".join(SIZES))
    parser.add_argument("--themes", type=words, default=list(THEMES), help=", ".join(THEMES))
    parser.add_argument("--languages", type=words, default=["en", "de"])
    parser.add_argument("--seats", default="3,4,5")
    parser.add_argument("--only", type=words, default=[], help="scenes by name, e.g. my-turn,over")
    options = parser.parse_args()
    options.target.mkdir(parents=True, exist_ok=True)
    paths = []
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), CLOCK="off") as server,
        sync_playwright() as playwright,
    ):
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        built = scenes(server, options.seats) + scenes(server, options.seats, "admin")
        wanted = [scene for scene in built if not options.only or scene.name in options.only]
        pairs = list(product(wanted, looks(options)))
        for scene, look in tqdm(pairs, unit="picture", disable=None):
            paths.append(take(browser, server, scene, look, options.target))
        browser.close()
    sheet(paths, options.target)
    print(f"{len(paths)} pictures: {options.target / 'index.html'}")


if __name__ == "__main__":
    main()
