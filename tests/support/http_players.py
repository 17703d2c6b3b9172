"""People who play by plain forms, without a page: quick opponents for those with a page."""

import re
from collections.abc import Mapping, Sequence
from http.cookiejar import CookieJar
from random import Random
from typing import Self
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import (
    BaseHandler,
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from tests.support.browser_people import Person

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
VERSION = re.compile(r'id="version"[^>]* value="(\d+)"')
SEAT = re.compile(r'id="room"[^>]* data-seat="(\d)"')
TURN = re.compile(r'id="seat-(\d)" class="[^"]*seat__now--turn')
CONTROLS = re.compile(r'id="controls".*?</form>', re.DOTALL)
SMALLEST = re.compile(r'data-smallest="([\d ]+)"')
CHOICE = re.compile(r'name="card" value="([^"]+)"')
COIN = re.compile(r'name="cards" value="(\d+)"')
SECONDS = 60
FOUND = 302
Fields = Mapping[str, str | Sequence[str]]


class StayHere(HTTPRedirectHandler):
    """Whoever has sent a form need not read the page that follows."""

    def redirect_request(self, *_: object) -> None:
        return None


def opener(*handlers: BaseHandler) -> OpenerDirector:
    return build_opener(ProxyHandler({}), StayHere(), *handlers)


class Correspondent:
    """Somebody who reads a room's page and sends its forms."""

    def __init__(self, site: str, name: str) -> None:
        self.site = site
        self.name = name
        self.opener = opener(HTTPCookieProcessor(CookieJar()))
        self.path = "/"
        self.read = ""
        self.has_just_moved = False
        self._seat: int | None = None

    @classmethod
    def device_of(cls, who: Person, link: str) -> Self:
        """Another device of a person with a page: what it does, nobody has clicked for."""
        other = cls(who.site, who.name)
        cookies = "; ".join(f"{each['name']}={each['value']}" for each in who.context.cookies())
        other.opener = opener()
        other.opener.addheaders = [("Cookie", cookies)]
        other.path = urlsplit(link).path
        return other

    # Coming in

    def sit_down(self, link: str) -> Self:
        """Take a chair in the room behind the link."""
        self.path = urlsplit(link).path
        self.send("sit/", {"name": self.name})
        return self

    def watch(self, link: str) -> Self:
        """Look on in the room behind the link."""
        self.path = urlsplit(link).path
        self.send("watch/", {"name": self.name})
        return self

    # Seeing

    def look(self) -> None:
        """Read the room's page as it is now."""
        self.read = self._ask(Request(self.site + self.path))

    @property
    def html(self) -> str:
        """The page as it was read last; it is read anew where something was done since."""
        if not self.read:
            self.look()
        return self.read

    @property
    def version(self) -> int:
        return int(self._found(VERSION))

    @property
    def seat(self) -> int:
        """Where one sits since the cards were dealt."""
        if self._seat is None:
            if not SEAT.search(self.html):
                self.look()
            self._seat = int(self._found(SEAT))
        return self._seat

    def seats_to_act(self) -> set[int]:
        """Whom the table waits for, as this page shows it; nobody when the game is over."""
        return {int(seat) for seat in TURN.findall(self.html)}

    def hand(self) -> list[str]:
        return COIN.findall(self.html)

    def smallest(self) -> list[str]:
        """The cards of the smallest raise, if there is one."""
        found = SMALLEST.search(self.html)
        return found[1].split() if found else []

    # Playing

    def bid(self) -> None:
        self._play(type="bid", cards=self.smallest())

    def pass_(self) -> None:
        self._play(type="pass")

    def act(self, chance: Random, boldness: float) -> None:
        """Whatever the table asks for; where there is a choice, bid with this boldness."""
        controls = CONTROLS.search(self.html)
        assert controls, self.html
        if 'data-phase="sealed"' in controls[0]:
            self._play(type="commit", cards=[chance.choice(self.hand())])
        elif 'data-phase="discard"' in controls[0]:
            self._play(type="discard", card=chance.choice(CHOICE.findall(controls[0])))
        elif self.smallest() and chance.random() < boldness:
            self.bid()
        else:
            self.pass_()

    def _play(self, **fields: str | Sequence[str]) -> None:
        self.send("play/", {"version": str(self.version), **fields})

    def send(self, address: str, fields: Fields) -> None:
        """Send a form of the room."""
        data = {"csrfmiddlewaretoken": self._found(TOKEN), **fields}
        form = urlencode(data, doseq=True).encode()
        self.read = self._ask(Request(f"{self.site}{self.path}{address}", form))

    def _ask(self, request: Request) -> str:
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return str(answer.read().decode())
        except HTTPError as error:
            if error.code == FOUND:
                return ""
            raise AssertionError(f"{error.code}: {error.read().decode()}") from None

    def _found(self, pattern: re.Pattern[str]) -> str:
        found = pattern.search(self.html)
        assert found, f"{pattern.pattern} is not in the page of {self.name}"
        return found[1]


def move_on(players: Sequence[Correspondent], chance: Random, boldness: float) -> bool:
    """One of the players makes the next move; False where the table waits for none of them."""
    reader = likely_next(players)
    reader.look()
    waited_for = reader.seats_to_act()
    for each in players:
        if each.seat in waited_for:
            if each is not reader:
                each.look()
            each.act(chance, boldness)
            for other in players:
                other.read, other.has_just_moved = "", other is each
            return True
    return False


def likely_next(players: Sequence[Correspondent]) -> Correspondent:
    """Who comes after the one who has just moved: if it is their turn, one page is enough."""
    moved = next((n for n, each in enumerate(players) if each.has_just_moved), -1)
    return players[(moved + 1) % len(players)]


def play_until_waiting(
    players: Sequence[Correspondent], chance: Random, boldness: float
) -> tuple[int, bool]:
    """The players act until it is somebody else's turn; the version, and whether it is over."""
    while move_on(players, chance, boldness):
        pass
    players[0].look()
    return players[0].version, not players[0].seats_to_act()


def play_to_the_end(people: Sequence[Person], link: str, chance: Random) -> None:
    """People with pages pass by their other devices until the game is over, and all see its end."""
    devices = [Correspondent.device_of(who, link) for who in people]
    version, is_over = play_until_waiting(devices, chance, 0)
    assert is_over
    for who in people:
        who.sees(version)
