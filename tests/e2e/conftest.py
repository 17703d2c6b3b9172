"""A real server, a real browser, and people at it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.cable import Cable
from tests.e2e.people import Person
from tests.e2e.server import Server

# Every window loads two pages for the suggestions of an address bar that nobody sees, at four times
# the price of the window. Only the last list counts: it begins with what Playwright switches off.
SWITCHED_OFF = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "AimEnabled"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(SWITCHED_OFF)}",
)
Invite = Callable[..., Person]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all; each person gets a profile of their own in it."""
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


def watched(server: Server) -> Iterator[Server]:
    """The server for one test, which fails when something broke on the server's side."""
    before = server.log.stat().st_size
    yield server
    assert "Traceback" not in server.words(before), server.words(before)


@pytest.fixture
def server(running_server: Server) -> Iterator[Server]:
    """The server that most tests share."""
    yield from watched(running_server)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path) as server:
        yield from watched(server)


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    """A way to the shared server that can be cut."""
    cable = Cable(server.port)
    yield cable
    cable.close()


@pytest.fixture
def person(chromium: Browser) -> Iterator[Invite]:
    """Makes people: `person(site, name)`, `plain` without JavaScript, `phone` with a small screen.

    At the end nobody's page may have complained.
    """
    people: list[Person] = []

    def arrive(site: str, name: str, *, plain: bool = False, phone: bool = False) -> Person:
        people.append(Person(chromium, site, name, plain=plain, phone=phone))
        return people[-1]

    yield arrive
    complaints = {who.name: who.complaints() for who in people if who.complaints()}
    for who in people:
        who.context.close()
    assert not complaints
