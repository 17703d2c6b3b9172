"""The site as an app: it can be installed, works without a connection, and shows what is pushed."""

import json
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Worker, expect

from tests.support.browser import Invite
from tests.support.browser_people import Person, deal
from tests.support.server import Server

# As functions: Playwright polls an expression by eval, which the site does not allow.
READY = "() => navigator.serviceWorker.ready.then(worker => Boolean(worker.active))"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async () => {
    const names = await caches.keys();
    const shells = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return shells.flat().map(({ url }) => new URL(url).pathname);
}"""
REPLACED = """async (before) => {
    for (let wait = 0; wait < 600; wait += 1) {
        const names = await caches.keys();
        if (names.length && !names.some((name) => before.includes(name))) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
}"""
SHOWN = """async () => {
    const notes = await self.registration.getNotifications();
    return notes.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""
CLICK = """async () => {
    const opened = [];
    self.clients.openWindow = async (url) => { opened.push(url); return null; };
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    for (let wait = 0; wait < 50 && !opened.length; wait += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return opened;
}"""
# Tests have profiles that leave nothing behind, into which Chromium installs nothing.
OF_THE_PROFILE = {"in-incognito"}


def ready(who: Person) -> Worker:
    """The service worker, once it answers for the page."""
    who.page.wait_for_function(READY)
    who.page.wait_for_function(CONTROLLED)
    return who.context.service_workers[0]


class Push:
    """Pushes messages to the page's worker, as a push service would."""

    def __init__(self, page: Page) -> None:
        self.tools = page.context.new_cdp_session(page)
        self.found: list[Any] = []
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self._find)
        self.tools.send("ServiceWorker.enable")
        self.page = page

    def _find(self, event: Any) -> None:
        self.found.append(event)

    def __call__(self, **message: Any) -> None:
        while not any(event["registrations"] for event in self.found):
            self.page.wait_for_timeout(50)
        place = next(each for event in self.found for each in event["registrations"])
        facts = {"origin": place["scopeURL"].rstrip("/"), "registrationId": place["registrationId"]}
        data = json.dumps(message)
        self.tools.send("ServiceWorker.deliverPushMessage", {**facts, "data": data})


def shown(worker: Worker, count: int) -> list[dict[str, str]]:
    """The notifications, once there are so many."""
    for _ in range(600):
        notes = worker.evaluate(SHOWN)
        if len(notes) == count:
            return list(notes)
        worker.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    pytest.fail(f"there are {len(notes)} notifications, not {count}")


def test_the_site_can_be_installed(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    ready(anna)
    tools = anna.context.new_cdp_session(anna.page)

    found = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    manifest = tools.send("Page.getAppManifest")

    assert {each["errorId"] for each in found} <= OF_THE_PROFILE
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert told["display"] == "standalone"
    for icon in told["icons"]:
        answer = anna.page.request.get(server.url + icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == "image/png"
    purposes = {(icon["purpose"], icon["sizes"]) for icon in told["icons"]}
    assert {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")} <= purposes
    apple = anna.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert anna.page.request.get(server.url + str(apple)).ok
    for scheme in ("light", "dark"):
        media = f'meta[name=theme-color][media="(prefers-color-scheme: {scheme})"]'
        expect(anna.page.locator(media)).to_have_count(1)


def test_without_a_connection_a_page_of_its_own_and_nothing_private(
    server: Server, person: Invite
) -> None:
    anna, bert, cleo = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    link = deal([anna, bert, cleo])
    anna.page.goto(link)
    ready(anna)
    anna.page.reload()
    kept = anna.page.evaluate(KEPT)
    anna.context.set_offline(True)
    anna.page.goto(f"{server.url}/me/")

    expect(anna.page.get_by_role("heading", name="No connection")).to_be_visible()
    assert "Anna" not in anna.page.content()
    assert anna.page.locator(".bar").evaluate("bar => getComputedStyle(bar).display") == "flex"
    others = [path for path in kept if not re.fullmatch(r"/static/.+\.[0-9a-f]{12}\.\w+", path)]
    assert others == ["/offline/"]

    anna.context.set_offline(False)
    anna.page.get_by_role("link", name="Try again").click()
    expect(anna.page.locator(".profile")).to_be_visible()


def test_what_a_new_worker_keeps_takes_the_place_of_the_old(server: Server, person: Invite) -> None:
    """In another language the worker is another one, as it is after an upgrade."""
    anna = person(server.url, "Anna")
    anna.page.goto(server.url)
    ready(anna)
    before = anna.page.evaluate("() => caches.keys()")
    anna.context.add_cookies([{"name": "django_language", "value": "de", "url": server.url}])
    anna.page.goto(server.url)
    assert anna.page.evaluate(REPLACED, before)
    anna.context.set_offline(True)
    anna.page.goto(f"{server.url}/me/")

    expect(anna.page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()


def test_a_pushed_turn_is_shown_once_replaced_clicked_and_withdrawn(
    server: Server, person: Invite
) -> None:
    anna, bert, cleo = (person(server.url, name) for name in ("Anna", "Bert", "Cleo"))
    anna.context.grant_permissions(["notifications"], origin=server.url)
    link = deal([anna, bert, cleo])
    anna.page.goto(server.url)
    worker, push = ready(anna), Push(anna.page)
    turn = {"kind": "turn", "tag": "game-1", "url": urlsplit(link).path, "waiting": 1}
    push(id=1, title="Your turn", body="Anna’s room", **turn)
    assert shown(worker, 1)[0] == {
        "title": "Your turn",
        "body": "Anna’s room",
        "tag": "game-1",
        "url": urlsplit(link).path,
    }
    push(id=2, title="Your turn", body="Anna’s room · Luxury 3", **turn)
    push(id=1, title="Your turn", body="an old one", **turn)
    push(id=3, title="Your turn", body="Bert’s room", **turn | {"tag": "game-2"})
    bodies = {note["body"] for note in shown(worker, 2)}
    assert bodies == {"Anna’s room · Luxury 3", "Bert’s room"}

    push(id=4, title="Over", body="", **turn | {"kind": "over", "tag": "game-2"})
    shown(worker, 1)
    opened = worker.evaluate(CLICK)
    assert opened == [link]
    anna.page.goto(opened[0])
    expect(anna.page.locator("#room")).to_be_visible()
    shown(worker, 0)


def test_rubbish_that_is_pushed_does_no_harm(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna")
    anna.context.grant_permissions(["notifications"], origin=server.url)
    anna.page.goto(server.url)
    worker, push = ready(anna), Push(anna.page)
    push(id=1)
    push(id=2, kind="turn", title="Your turn", body="", tag="game-1", url="https://evil.example/")

    assert shown(worker, 1)[0]["url"] == "https://evil.example/"
    assert worker.evaluate(CLICK.replace("wait < 50", "wait < 5")) == []


def test_nothing_of_it_is_needed_without_scripts(server: Server, person: Invite) -> None:
    anna = person(server.url, "Anna", plain=True)
    anna.page.goto(server.url)
    expect(anna.page.get_by_role("button", name="Play now")).to_be_visible()
