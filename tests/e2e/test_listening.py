"""A whole game followed by ear: what is said in the two live regions is enough to play."""

import re
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Locator, expect

from tests.support.browser import Invite
from tests.support.browser_people import Person
from tests.support.http_players import Correspondent, play_until_waiting
from tests.support.server import Server

SHORT = 120
SAY = """
    const regions = { news: "polite", alert: "assertive" };
    const element = node => node.nodeType === 1 ? node : node.parentElement;
    new MutationObserver(changes => {
        const nodes = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
        for (const region of new Set(nodes.map(node => element(node)?.closest("#news, #alert"))))
            if (region?.isConnected && region.textContent)
                heard(regions[region.id], region.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
"""
CALL = re.compile(r"^Your turn: (?P<what>.*?)\. (?P<lot>[^:]+): (?P<effect>.*?\.)(?P<rest>.*)$")
LEAST = re.compile(r"The minimum bid is \D*([\d,]+)")
LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], [role=timer]"


@dataclass
class Listener:
    """Somebody who hears the page and presses keys, and never looks."""

    who: Person
    said: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.who.context.expose_function("heard", self._hear)
        self.who.context.add_init_script(SAY)

    def _hear(self, region: str, text: str) -> None:
        self.said.append((region, text))

    def heard(self, region: str) -> list[str]:
        return [text for where, text in self.said if where == region]

    def wait_for(self, region: str, pattern: str) -> str:
        """The newest thing said there that matches, once it is said."""
        for _ in range(600):
            for text in reversed(self.heard(region)):
                if re.search(pattern, text):
                    return text
            self.who.page.wait_for_timeout(50)
        raise AssertionError(f"{pattern} was not said {region}: {self.said[-10:]}")

    def press(self, *keys: str) -> None:
        self.said.clear()
        for key in keys:
            self.who.page.keyboard.press(key)

    def answer(self, chance: Random) -> str:
        """Decide by the call alone; the lot it was about."""
        call = CALL.match(self.wait_for("assertive", "^Your turn"))
        assert call, self.said
        moment = self.who.page.locator("#moment[data-on]")
        expect(moment).to_have_count(0)  # a key would only end it
        if "choose the card you lose" in call["what"]:
            self.choose_what_to_lose()
        elif int(LEAST.findall(call["rest"])[0].replace(",", "")) <= worth(call["effect"], chance):
            self.press("s", "Enter")
        else:
            self.press("p")
            question = "Press P again" if is_good(call["effect"]) else "Really take"
            self.wait_for("polite", f"^{question}")
            self.press("p")
        return call["lot"]

    def choose_what_to_lose(self) -> None:
        """The choices are read to who goes from one to the next."""
        self.press("Tab")
        while self.who.page.evaluate("document.activeElement.type") != "radio":
            self.press("Tab")
        self.press("Space", "Tab", "Enter")


def is_good(effect: str) -> bool:
    return not re.match("Halves|Takes 5|Costs you", effect)


def worth(effect: str, chance: Random) -> int:
    """How many thousands the lot may cost, to who knows its effect."""
    points = re.search(r"Worth (\d+)", effect)
    return chance.randint(0, 2) * (int(points[1]) if points else 6)


def words_of(element: Locator) -> str:
    """The text of an element, also while it is covered and so has none that is shown."""
    return " ".join((element.text_content() or "").split())


def test_a_whole_game_can_be_followed_by_ear(server: Server, person: Invite) -> None:
    listener, chance = Listener(person(server.url, "Anna")), Random(7)
    anna = listener.who
    link = anna.open_room()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()

    while True:
        version, is_over = play_until_waiting(others, chance, 0.3)
        if is_over:
            break
        lot = listener.answer(chance)
        assert lot.lower() in others[0].html.lower()
        anna.sees(version + 1)

    ending = listener.wait_for("polite", "The game is over")
    assert ending.endswith(words_of(anna.page.locator("#ending")))


def test_everything_that_happens_is_said_once_and_shortly(server: Server, person: Invite) -> None:
    listener, chance = Listener(person(server.url, "Anna")), Random(8)
    anna = listener.who
    link = anna.open_room()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()
    opening = anna.page.locator("#log li").count()
    device = Correspondent.device_of(anna, link)
    listener.said.clear()

    version, is_over = play_until_waiting([*others, device], chance, 0.3)
    anna.sees(version)

    assert is_over
    lines = anna.page.locator("#log li").all_text_contents()
    assert all(len(line) < SHORT for line in lines), lines
    listener.wait_for("polite", "The game is over")
    # Instead of the log's last line the heading is said, which also tells what decided a tie.
    ending = words_of(anna.page.locator("#ending"))
    assert ending.startswith(lines[-1])
    assert " ".join(listener.heard("polite")) == " ".join([*lines[opening:-1], ending])
    calls = listener.heard("assertive")
    assert all(CALL.match(call) for call in calls), calls


def test_events_are_said_in_two_live_regions_and_the_log_is_none(
    server: Server, person: Invite
) -> None:
    anna = person(server.url, "Anna")
    link = anna.open_room()
    for name in ("Bert", "Cleo"):
        Correspondent(server.url, name).sit_down(link)
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()

    regions = anna.page.locator(LIVE)
    assert regions.evaluate_all("all => all.map(each => [each.id, each.role])") == [
        ["flashes", "status"],  # what was done on the page before
        ["alert", "alert"],
        ["news", "status"],
        ["notices", "status"],  # what happened to the room
    ]
    assert anna.page.locator(f":is({LIVE}) #log, #log:is({LIVE})").count() == 0


def test_a_refusal_is_said_at_once(server: Server, person: Invite) -> None:
    listener = Listener(person(server.url, "Anna"))
    anna = listener.who
    link = anna.open_room()
    others = [Correspondent(server.url, name).sit_down(link) for name in ("Bert", "Cleo")]
    expect(anna.page.locator(".chair bdi")).to_have_count(3)
    anna.start()
    version, _ = play_until_waiting(others, Random(1), 1)
    anna.sees(version)
    listener.wait_for("assertive", "^Your turn")
    if version:
        listener.wait_for("polite", "bids")
    listener.said.clear()

    button = anna.page.locator("[data-bid]")
    button.evaluate("button => { button.disabled = false; button.click(); }")

    assert len(listener.wait_for("assertive", r"^(?!Your turn).*\.$")) < SHORT
    assert not listener.heard("polite")
