"""People at their browsers: they open a room, sit down, start and play, and see what they see."""

import re
from collections.abc import Sequence
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.support.complaints import Complaints
from tests.support.timers import stretch_timers

DESK = {"width": 1024, "height": 640}
PHONE = {"width": 390, "height": 664}
PATIENCE = 30_000
LOST = (
    r"net::ERR_|WebSocket connection to .* failed"
    r"|^\[object Event\]$|^htmx:(sendError|afterRequest),"  # htmx's own words for the same
)
# What Playwright says of a reload that the page's own has overtaken.
BROKEN_OFF = ("net::ERR_ABORTED", "Not attached to an active page", "interrupted by another")
SHOWS = "version => document.getElementById('version')?.value === version"
# What the table asks for, the first of these that is there.
ASKED = ("[value=discard]", "[value=commit]", "[data-smallest]")
FIND_ASKED = "names => names.find(each => document.querySelector(each)) ?? ''"
TOKEN = "t" * 32
expect.set_options(timeout=PATIENCE)


class Person:
    """Somebody with a browser profile of their own; `plain` is one without JavaScript.

    Who is hasty presses controls the moment they appear, which a page otherwise ignores.
    """

    def __init__(
        self,
        browser: Browser,
        site: str,
        name: str,
        *,
        plain: bool = False,
        phone: bool = False,
        is_hasty: bool = True,
    ) -> None:
        self.site = site
        self.name = name
        self.plain = plain
        self.context = browser.new_context(
            java_script_enabled=not plain,
            viewport=PHONE if phone else DESK,
            locale="en-GB",
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        if not plain:
            stretch_timers(self.context, "show")  # where a button asks twice
            if is_hasty:
                stretch_timers(self.context, "settle", times=0)  # fresh controls take presses
        self.heard: list[Complaints] = []
        self.expected: list[str] = []
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        """One more page of the same person; whatever it complains of is noted."""
        page = self.context.new_page()
        self.heard.append(Complaints(page))
        return page

    def expect_complaint(self, pattern: str) -> None:
        """Browsers report refusals and lost connections as errors; what a test asks for is none."""
        self.expected.append(pattern)

    def complaints(self) -> list[str]:
        """What the pages have complained of and nobody expected."""
        return [
            text
            for page in self.heard
            for text in page.heard
            if not any(re.search(pattern, text) for pattern in self.expected)
        ]

    # Coming in

    def open_room(self) -> str:
        """Open a room as its host; the link to it."""
        self.page.goto(self.site)
        self.page.fill("#name", self.name)
        self.page.get_by_role("button", name="Open a room").click()
        self.page.wait_for_selector("#people")
        self.page.wait_for_load_state()
        return self.page.url

    def sit_down(self, link: str) -> None:
        """Take a chair in the room behind the link."""
        self.come_in(link, "Take a seat")
        expect(self.chair()).to_contain_text("you")
        self.page.wait_for_load_state()

    def watch(self, link: str) -> None:
        """Look on in the room behind the link."""
        self.come_in(link, re.compile(r"^(Just watch|Watch)$"))
        expect(self.page.locator(".watchers")).to_contain_text(self.name)
        self.page.wait_for_load_state()

    def open_room_by_form(self) -> str:
        """The same as `open_room` at the price of one page, for those who test what follows."""
        self.page.goto(f"{self.site}{self.send('/rooms/', name=self.name)}")
        expect(self.chair()).to_contain_text("you")
        return self.page.url

    def sit_down_by_form(self, link: str) -> None:
        """The same as `sit_down` at the price of one page."""
        self.send(f"{urlsplit(link).path}sit/", name=self.name)
        self.visit(link)
        expect(self.chair()).to_contain_text("you")

    def send(self, path: str, **fields: str) -> str:
        """Send a form without loading its page; where the answer leads."""
        self.context.add_cookies([{"name": "csrftoken", "value": TOKEN, "url": self.site}])
        answer = self.context.request.post(
            self.site + path, form={"csrfmiddlewaretoken": TOKEN, **fields}, max_redirects=0
        )
        assert answer.status == 302, answer.text()
        return answer.headers["location"]

    def come_in(self, link: str, button: str | re.Pattern[str]) -> None:
        """Give one's name at the door and press a button there."""
        self.visit(link)
        self.page.fill("#name", self.name)
        self.page.get_by_role("button", name=button).click()

    def visit(self, link: str) -> None:
        """Go where the link leads, by one's own way to the server."""
        self.page.goto(f"{self.site}{urlsplit(link).path}")

    def chair(self, name: str = "") -> Locator:
        """Somebody's chair in the lobby, one's own if not said."""
        return self.page.locator(".chair", has=self.page.get_by_text(name or self.name, exact=True))

    def choose(self, **options: str | Sequence[str]) -> None:
        """Set the room's options as its host; they keep themselves."""
        for name, value in options.items():
            for each in [value] if isinstance(value, str) else value:
                self._choose(name, each)

    def _choose(self, name: str, value: str) -> None:
        box = self.page.locator(f"input[name={name}][value='{value}']")
        field = self.page.locator(f"select[name={name}]")
        expect(box.or_(field)).to_be_visible()
        with self.page.expect_response(re.compile("/options/$")):
            if field.count():
                field.select_option(value)
            else:
                box.click()
        # The answer to an earlier choice may show the room as it was before this one.
        if field.count():
            expect(field).to_have_value(value)
        else:
            expect(box).to_be_checked()

    def start(self) -> None:
        """Deal."""
        self.page.get_by_role("button", name=re.compile("^(Start the game|Rematch)$")).click()
        self.page.wait_for_selector("#play .controls__sentence", state="attached")

    # Seeing

    def version(self) -> int:
        """Which version of the table the page shows."""
        return int(self.page.locator("#version").input_value())

    def sees(self, version: int) -> None:
        """Wait for the table at this version; without JavaScript, look again."""
        if self.plain:
            self.look_again()
            assert self.version() == version
        else:
            self.page.wait_for_function(SHOWS, arg=str(version))

    def look_again(self) -> None:
        """Load the page anew; once more where the page of a plain browser just did so by itself."""
        for _ in range(20):
            try:
                self.page.reload()
            except Error as error:
                if not any(words in error.message for words in BROKEN_OFF):
                    raise
                # At a busy machine the page's own reload needs a moment to come to its end.
                self.page.wait_for_timeout(1000)
            else:
                return
        raise AssertionError("The page cannot be loaded anew.")

    def is_to_act(self) -> bool:
        return self.page.locator("#controls.controls--awake").count() > 0

    def sees_the_end(self) -> bool:
        return self.page.locator("#scores").count() > 0

    def hand(self) -> list[str]:
        """The money cards one could still lay."""
        return [
            str(each.get_attribute("value"))
            for each in self.page.locator("#hand input[name=cards]").all()
        ]

    def alert(self) -> Locator:
        return self.page.locator("#alert")

    # Playing

    def bid(self) -> None:
        """The smallest raise."""
        if self.plain:
            for value in self._smallest():
                self.page.check(f"#hand input[value='{value}']")
        else:
            self.page.click("[data-smallest]")
        self.page.click("[data-bid]")

    def _smallest(self) -> list[str]:
        values = self.page.locator("[data-smallest]").get_attribute("data-smallest") or ""
        return values.split()

    def pass_(self) -> None:
        """Pass, also where the page asks twice."""
        button = self.page.locator("#controls [value=pass]")
        asks_twice = not self.plain and button.get_attribute("data-ask-twice") is not None
        button.click()
        if asks_twice:
            button.click()

    def can_bid(self) -> bool:
        return self.page.locator("[data-smallest]").count() > 0

    def act(self, chance: Random, boldness: float = 0.5) -> None:
        """Whatever the table asks for; where there is a choice, bid with this boldness."""
        asked = self.page.evaluate(FIND_ASKED, ASKED)
        if asked == "[value=discard]":
            self.page.locator("#controls .choice input").first.check()
            self.page.click("[value=discard]")
        elif asked == "[value=commit]":
            self.page.check(f"#hand input[value='{chance.choice(self.hand())}']")
            self.page.click("[value=commit]")
        elif asked and chance.random() < boldness:
            self.bid()
        else:
            self.pass_()

    # Talking

    def say(self, text: str) -> None:
        self.page.fill("#text", text)
        self.page.get_by_role("button", name="Send", exact=True).click()

    def hears(self, text: str, patience: float | None = None) -> None:
        """Wait until somebody has said exactly this."""
        line = self.page.locator("#messages").get_by_text(text, exact=True)
        expect(line.first).to_be_attached(timeout=patience)


def gather(people: Sequence[Person], **options: str | Sequence[str]) -> str:
    """The first opens a room with these options, the others sit down in it; the link."""
    host, *guests = people
    link = host.open_room_by_form()
    if options:
        host.choose(**options)
    for guest in guests:
        guest.sit_down_by_form(link)
    return link


def deal(people: Sequence[Person], **options: str | Sequence[str]) -> str:
    """Everybody at the table with the first lot turned up; the link."""
    link = gather(people, **options)
    host, *guests = people
    if not host.plain:
        expect(host.page.locator(".chair bdi")).to_have_count(len(people))
    host.start()
    for guest in guests:
        guest.sees(0)
    return link


def whose_turn(people: Sequence[Person]) -> Person:
    """Somebody the table waits for; those without JavaScript look again when nobody else is."""
    for who in people:
        if who.is_to_act():
            return who
    for who in people:
        if who.plain:
            who.look_again()
            if who.is_to_act():
                return who
    raise AssertionError(f"It is nobody's turn: {[who.version() for who in people]}")


def play(people: Sequence[Person], chance: Random, boldness: float = 0.4, most: int = 1_000) -> int:
    """Play to the end, or for so many moves, everybody following; the version reached."""
    version = max(who.version() for who in people)
    followers = [who for who in people if not who.plain]
    for _ in range(most):
        whose_turn(people).act(chance, boldness)
        version += 1
        for who in followers:
            who.sees(version)
        if followers[0].sees_the_end():  # as everybody does who sees this version
            break
    return version


def member_action(who: Person, name: str, button: str) -> None:
    """Do something about somebody in the lobby."""
    who.chair(name).locator(".member-actions__more").click()
    who.chair(name).get_by_role("button", name=button, exact=True).click()
