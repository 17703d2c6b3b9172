"""One way to drive browsers other than Chromium: what the smoke test needs of them, and no more."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

from tests.support.server import Server

PATIENCE = 120
# Not every engine lets its driver read the console: pages note themselves what goes wrong in them.
FIRST_SCRIPT = "static/js/head/choices.*.js"
NOTE_COMPLAINTS = """(() => {
    const noted = () => JSON.parse(sessionStorage.getItem("complaints") ?? "[]");
    const note = (...words) =>
        sessionStorage.setItem("complaints", JSON.stringify([...noted(), words.join(" ")]));
    console.error = note;
    const describe = ({ message, target }) => note(message ?? `not loaded: ${target.src}`);
    addEventListener("error", describe, true);
    addEventListener("unhandledrejection", ({ reason }) => note("rejected:", reason));
    addEventListener("securitypolicyviolation", ({ blockedURI }) => note("forbidden:", blockedURI));
})();
"""


def note_complaints(server: Server) -> None:
    """The first script of each page listens before it does anything else.

    To be said before the server starts.
    """
    [script] = server.data.glob(FIRST_SCRIPT)
    script.write_text(NOTE_COMPLAINTS + script.read_text())
    for packed in server.data.glob(f"{FIRST_SCRIPT}.*"):
        packed.unlink()


class Engine(ABC):
    """A browser with one page; it is ended, and all that was started for it, on leaving `with`."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.started = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as started:
            self.start(started)
            self.started = started.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.started.close()

    @abstractmethod
    def start(self, started: ExitStack) -> None:
        """Start the browser; `started` ends what was put there, also if a later step fails."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go there, and come back once the page is loaded."""

    @abstractmethod
    def press(self, selector: str) -> bool:
        """Click the first element that fits; False if it is not there or cannot be clicked now."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page."""

    @abstractmethod
    def take_picture(self, path: Path) -> None:
        """A PNG of what is seen."""

    def complaints(self) -> list[str]:
        """The errors that this page and those before it have noted."""
        return list(json.loads(self.evaluate("sessionStorage.getItem('complaints')") or "[]"))

    def is_so(self, expression: str) -> bool:
        """Whether the expression is true in the page."""
        return bool(self.evaluate(f"Boolean({expression})"))

    def wait_for(self, expression: str) -> None:
        """Until the expression is true in the page."""
        assert becomes_true(lambda: self.is_so(expression)), f"never true: {expression}"

    def press_until(self, expression: str, press: Callable[[], object]) -> None:
        """Press, and once more after each second in which the expression has not become true."""
        end = time.monotonic() + PATIENCE
        press()
        while not becomes_true(lambda: self.is_so(expression), seconds=1):
            assert time.monotonic() < end, f"never true, whatever is pressed: {expression}"
            press()


def becomes_true(ask: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Whether the answer is yes in so many seconds; comes back as soon as it is."""
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


@contextmanager
def pictured(engine: Engine, path: Path) -> Iterator[None]:
    """If something fails, a picture of what was seen then."""
    try:
        yield
    except BaseException as error:
        engine.take_picture(path)
        error.add_note(f"What was seen: {path}")
        raise
