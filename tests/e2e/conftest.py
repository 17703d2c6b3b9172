"""A real server, a real browser, and people at it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.browser import FLAGS, Invite, watched
from tests.support.browser_people import Person
from tests.support.cable import Cable
from tests.support.server import Server

# The files that take longest. What is begun last must be short, or one worker is still busy when
# the other has nothing left to do.
LONGEST = (
    *("test_full_games", "test_sight_at_the_table", "test_power_cut", "test_lobby"),
    *("test_bots_at_table", "test_undisturbed", "test_replay", "test_sight_elsewhere"),
    *("test_phones", "test_talk", "test_reveal", "test_keyboard", "test_lost_moves"),
    *("test_review", "test_motion", "test_admin_sight"),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, all others in the order of their names."""
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


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


@pytest.fixture(scope="session")
def still_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nothing happens by itself, so that scenes stay as they were built."""
    still = {"CLOCK": "off", "REVIEW_LOTS": "10000"}
    with Server(tmp_path_factory.mktemp("still"), **still) as server:
        yield server


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

    def arrive(site: str, name: str, **habits: bool) -> Person:
        people.append(Person(chromium, site, name, **habits))
        return people[-1]

    yield arrive
    complaints = {who.name: who.complaints() for who in people if who.complaints()}
    for who in people:
        who.context.close()
    assert not complaints
