"""Visitors: browsers without scripts, and the sockets of their pages."""

import re
from html.parser import HTMLParser
from importlib import import_module

from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.accounts.session import KEY, player_in
from games.models import Player, Room
from highsociety_site.asgi import application

Sessions = import_module(settings.SESSION_ENGINE).SessionStore
SECRET = re.compile(r"[A-Za-z0-9]{64}")
NOW = re.compile(r'data-now="\d+"')
ACCOUNT = {"username": "duchess", "password1": "a fine evening", "password2": "a fine evening"}


class Visitor:
    """A browser, with the session of `player` if there is one."""

    def __init__(self, player: Player | None = None, **client: object) -> None:
        self.client = Client(**client)
        if player is not None:
            session = self._logged_in(player)
            session[KEY] = player.pk
            session.save()
            self.client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key

    def _logged_in(self, player: Player):
        if player.user is None:
            return Sessions()
        self.client.force_login(player.user)
        return self.client.session

    @property
    def session_key(self) -> str:
        cookie = self.client.cookies.get(settings.SESSION_COOKIE_NAME)
        return cookie.value if cookie else ""

    @property
    def player(self) -> Player | None:
        return player_in(Sessions(self.session_key)) if self.session_key else None

    def get(self, name: str, place: Room | str | None = None, **extra: object):
        return self.client.get(url(name, place), **extra)

    def post(
        self, name: str, place: Room | str | None = None, data: object = None, **extra: object
    ):
        return self.client.post(url(name, place), data or {}, **extra)

    def page(self, room: Room) -> str:
        return self.get("room", room).content.decode()


def visitors_of(here) -> list[Visitor]:
    """The browsers of everybody on a chair."""
    return [Visitor(player) for player in here.people]


def url(name: str, place: Room | str | tuple[str, ...] | None = None) -> str:
    """The address of a page; `place` is the room or whatever else it is about."""
    part = place.invite if isinstance(place, Room) else place
    if isinstance(part, tuple):
        return reverse(name, args=part)
    return reverse(name, args=[part] if part is not None else [])


def text_of(response) -> str:
    """The page without what differs each time: form tokens, nonces and the time."""
    return NOW.sub("now", SECRET.sub("token", response.content.decode()))


class Form(HTMLParser):
    """The form `#play` of a room's page: what a browser without scripts could send."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.action = ""
        self.version: str | None = None
        self.cards: list[str] = []
        self.luxuries: list[str] = []
        self.types: list[str] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        facts = dict(attrs)
        if tag == "form":
            self.inside = facts.get("id") == "play"
            self.action = facts.get("action") if self.inside else self.action
        if not self.inside or "disabled" in facts:
            return
        match facts.get("name"):
            case "version":
                self.version = facts["value"]
            case "cards":
                self.cards.append(facts["value"])
            case "card":
                self.luxuries.append(facts["value"])
            case "type":
                self.types.append(facts["value"])

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


def part(html: str, id: str) -> str:
    """The element with this id, with all it holds."""
    start = re.search(rf'<(\w+)[^>]*\bid="{id}"', html)
    if not start:
        return ""
    tag, depth = start[1], 0
    for each in re.finditer(rf"<(/?){tag}\b[^>]*>", html[start.start() :]):
        depth += -1 if each[1] else 1
        if not depth:
            return html[start.start() : start.start() + each.end()]
    return html[start.start() : html.index(">", start.start()) + 1]


def ids(html: str) -> set[str]:
    return set(re.findall(r'\bid="([\w-]+)"', html))


ORIGIN = b"http://testserver"


class Socket(WebsocketCommunicator):
    """A socket that is patient: a busy machine is no failure."""

    async def connect(self):
        return await super().connect(timeout=60)

    async def disconnect(self):
        await super().disconnect(timeout=60)


def a_socket(
    room: Room | str,
    visitor: Visitor | None = None,
    query: dict[str, object] | None = None,
    origin: bytes | None = ORIGIN,
    headers: list[tuple[bytes, bytes]] = (),
) -> Socket:
    """The socket of a visitor's page; `query` is what the page says that it shows."""
    invite = room.invite if isinstance(room, Room) else room
    sent = [(b"host", b"testserver"), *headers]
    if origin is not None:
        sent.append((b"origin", origin))
    if visitor is not None and visitor.client.cookies:
        cookies = (f"{name}={each.value}" for name, each in visitor.client.cookies.items())
        sent.append((b"cookie", "; ".join(cookies).encode()))
    fields = "&".join(f"{name}={value}" for name, value in (query or {}).items())
    return Socket(application, f"/ws/r/{invite}/?{fields}", headers=sent)
