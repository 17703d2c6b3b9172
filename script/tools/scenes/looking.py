"""Looking at scenes in a browser: at which size, in which light, in which language."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from tests.support.server import ROOT, Server

SIZES = {"phone": (390, 664), "tablet": (768, 1024), "desk": (1440, 780)}
THEMES = ("light", "dark")
HAS_SIZE = "([width, height]) => innerWidth === width && innerHeight === height"


@dataclass(frozen=True)
class Scene:
    """A place on the server, the session of who looks, and what they do before the picture."""

    name: str
    path: str
    session: str
    seats: int
    action: Callable[[Page], None] | None = None

    @property
    def title(self) -> str:
        return f"{self.name}-{self.seats}" if self.seats else self.name


@dataclass(frozen=True)
class Look:
    """How a scene is looked at."""

    size: str = "desk"
    theme: str = "light"
    language: str = "en"

    @property
    def title(self) -> str:
        return f"{self.size}-{self.theme}-{self.language}"


def compose(page: Page) -> None:
    """Tick the cards of the smallest raise."""
    page.locator("[data-smallest]").click()


def press_pass(page: Page) -> None:
    """Press a pass that asks again."""
    page.locator("button[value=pass]").first.click()


ACTIONS = {"my-turn": ("composing", compose), "reverse": ("asked-twice", press_pass)}


def scenes(server: Server, seats: str, only: str = "") -> list[Scene]:
    """Scenes with tables for so many, all or `only` those named, built in the server's database."""
    done = subprocess.run(
        [sys.executable, "script/tools/scenes/build.py", "--seats", seats, "--only", only],
        cwd=ROOT,
        env=server.environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    plain = [Scene(**json.loads(line)) for line in done.stdout.splitlines()]
    return [each for scene in plain for each in (scene, *_with_action(scene))]


def _with_action(scene: Scene) -> Sequence[Scene]:
    if scene.name not in ACTIONS:
        return ()
    name, action = ACTIONS[scene.name]
    return (Scene(name, scene.path, scene.session, scene.seats, action),)


class Visitor:
    """Somebody with one page who goes from scene to scene; what was loaded once stays there."""

    def __init__(self, browser: Browser, server: Server, language: str, site: str = "") -> None:
        self.site = site or server.url
        self.language = language
        self.context = browser.new_context(locale=language, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.screen = self.context.new_cdp_session(self.page)
        self.measures = (0, 0)

    def go(self, scene: Scene) -> None:
        """See the scene as the one who looks at it does."""
        self.context.clear_cookies()
        if scene.session:
            cookie = {"name": "sessionid", "value": scene.session, "url": self.site}
            self.context.add_cookies([cookie])
        self.page.goto(f"{self.site}{scene.path}", wait_until="domcontentloaded")
        if scene.action:
            scene.action(self.page)

    def resize(self, width: int, height: int) -> None:
        """The page in another size, which the next page keeps.

        Playwright would also resize the window, which takes longer than looking at the page.
        """
        self.measures = (width, height)
        if not self._has_its_size():
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.screen.send("Emulation.setDeviceMetricsOverride", metrics)
        if not self._has_its_size():
            self.page.wait_for_function(HAS_SIZE, arg=list(self.measures))

    def _has_its_size(self) -> bool:
        return bool(self.page.evaluate(HAS_SIZE, list(self.measures)))


@contextmanager
def looking(browser: Browser, server: Server, scene: Scene, look: Look) -> Iterator[Page]:
    """A page that shows the scene, quiet and complete."""
    width, height = SIZES[look.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=look.theme,
        locale=look.language,
        reduced_motion="reduce",
    )
    if scene.session:
        context.add_cookies([{"name": "sessionid", "value": scene.session, "url": server.url}])
    page = context.new_page()
    page.goto(f"{server.url}{scene.path}", wait_until="networkidle")
    if scene.action:
        scene.action(page)
    try:
        yield page
    finally:
        context.close()
