"""Hostile texts, and every form and frame of a server through which text can come in."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, urlencode

from tests.support.server import Server, cpu_seconds

TOKEN = "t" * 32
BOUNDARY = "hostile"
PATIENCE = 60
LONGEST_FRAME, LONGEST_QUERY = 4_000, 12_000

UNITS = {
    "marks": "a\u0301\u0316",
    "marks alone": "\u0301\u0316\u0308\u0323",
    "marks between": "\u0301\u200d\u0316\u034f",
    "bidi": "\u202e\u2066a\u2069\u202c",
    "invisible": "\u3164\u115f\u2800\ufe0f\u00ad",
    "joined": "👩\u200d👩\u200d👧\u200d",
    "look-alikes": "РауРаl ",
    "ligatures": "ﷺﬁ㌀",
    "hangul": "\u1100\u1161\u11a8",
    "white space": " \u3000\u2028\t\n",
    "NUL": "\0a",
    "surrogates": "\ud800\udfff",
    "private": "\ue000\U000f0000\uffff",
    "markup": "<b>'\"&",
    "digits": "٣9",
    "deep": '[{"a":',
    "quotes": "\\\"'",
    "plain": "x",
    "words": "a b ",
}
# Before a heap of marks stands one letter: all of them have to be sorted.
HEAPS = {"marks", "marks alone", "marks between"}


def hostile(kind: str, size: int) -> str:
    """A text of about so many bytes."""
    unit = UNITS[kind]
    times = max(1, size // len(unit.encode(errors="surrogatepass")))
    if kind in HEAPS:
        unit = unit.replace("a", "")
        return "a" + unit * times
    return unit * times


@dataclass(frozen=True)
class Door:
    """A form: its address, the field that the text is written into, and what else it needs."""

    path: str
    field: str
    more: dict[str, str] = field(default_factory=dict)
    who: str = "player"
    method: str = "POST"
    kind: str = "form"

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.field}"


LOG_IN = {"username": "somebody", "password": "a fine evening"}
SIGN_UP = {"username": "sombody", "password1": "a fine evening", "password2": "a fine evening"}
OPTIONS = {"edition": "classic", "clock": "0", "grace": "120", "level": "novice", "seats": "4"}
REPORTED = ("reason", "player", "game", "number", "message", "from")
MOVE = {"type": "bid", "version": "0", "cards": "1000"}
SEARCHED = ("game", "room", "player", "message", "user", "report")
JUDGED = "/admin/games/player/{PLAYER}/deed/"
RENAMED = {"kind": "rename", "name": "Zoe", "reason": "Rude"}
DOORS = (
    *(Door("/rooms/", "name", who=who) for who in ("stranger", "player")),
    Door("/play/", "name", who="stranger"),
    *(Door("/play/", name, {"name": "Zoe"}) for name in ("edition", "level")),
    Door("/join/", "code", who="stranger"),
    *(Door(f"/r/INVITE/{form}/", "name", who="stranger") for form in ("sit", "watch")),
    *(Door(f"/r/INVITE/{form}/", "name") for form in ("sit", "watch")),
    *(Door("/r/INVITE/talk/", name) for name in ("text", "remark")),
    *(Door("/r/INVITE/report/", name, {"reason": "x"}) for name in REPORTED),
    *(Door("/r/INVITE/options/", name, OPTIONS) for name in OPTIONS),
    *(Door("/r/INVITE/play/", name, MOVE) for name in (*MOVE, "card", "plan")),
    *(Door(f"/r/INVITE/{form}/", "player") for form in ("remove", "mute", "host")),
    Door("/r/INVITE/bot/", "level"),
    Door("/r/INVITE/absent/", "choice", {"seat": "0"}),
    *(Door("/login/", name, LOG_IN, "stranger") for name in (*LOG_IN, "next")),
    *(Door("/admin/login/", name, LOG_IN, "stranger") for name in (*LOG_IN, "next")),
    *(Door("/signup/", name, SIGN_UP, "stranger") for name in SIGN_UP),
    *(Door("/language/", name, {"language": "de"}, "stranger") for name in ("language", "next")),
    Door("/me/import/", "text"),
    Door("/me/import/", "text", kind="multipart"),
    Door("/me/import/", "file", kind="file"),
    Door("/me/forget/", "sure"),
    Door("/api/seat/", "action", kind="json"),
    *(Door("/me/", name, method="GET") for name in ("opponent", "edition", "page", "days")),
    Door("/r/INVITE/talk/earlier/", "before", method="GET"),
    Door("/r/INVITE/report/", "game", method="GET"),
    Door("/login/", "next", method="GET", who="stranger"),
    *(Door(f"/admin/games/{kind}/", "q", who="keeper", method="GET") for kind in SEARCHED),
    *(Door(JUDGED, name, RENAMED, "keeper") for name in ("name", "reason", "kind")),
)  # fmt: skip
FRAMES = ("text", "remark", "type", "version", "cards", "card", "plan")
KEEPER = """
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from games.models import Player, User
keeper = User.objects.filter(username="keeper").first() or User.objects.create_superuser("keeper")
session = SessionStore()
session[SESSION_KEY] = str(keeper.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[1]
session[HASH_SESSION_KEY] = keeper.get_session_auth_hash()
session.create()
print(session.session_key, Player.objects.filter(bot="").last().pk)
"""


@dataclass(frozen=True)
class Answer:
    """What one request came to."""

    status: int
    sent: int
    cpu: float


@dataclass(frozen=True)
class Attacker:
    """Sends hostile texts to a server and reads in /proc what each costs it."""

    port: int
    process: int
    invite: str
    player: str
    sessions: dict[str, str]

    def send(self, door: Door, text: str) -> Answer:
        """One request; its answer is read whole."""
        body, kind = _body(door, text)
        path = door.path.replace("INVITE", self.invite).replace("{PLAYER}", self.player)
        if door.method == "GET":
            path, body = (
                f"{path}?{door.field}={quote(text[: LONGEST_QUERY // 9], errors='replace')}",
                b"",
            )
        before = cpu_seconds(self.process)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(door.method, path, body, self._headers(door, kind))
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return Answer(answer.status, len(path) + len(body), cpu_seconds(self.process) - before)

    def _headers(self, door: Door, kind: str) -> dict[str, str]:
        cookie = f"csrftoken={TOKEN}; sessionid={self.sessions[door.who]}"
        return {"Cookie": cookie, "X-CSRFToken": TOKEN, "Content-Type": kind}


def an_attacker(server: Server, invite: str, session: str) -> Attacker:
    """Somebody in that room, who can also be a stranger, or one who looks after the house."""
    assert server.process is not None
    keeper, player = server.manage("shell", "--verbosity", "0", "-c", KEEPER).split()
    sessions = {"player": session, "keeper": keeper, "stranger": ""}
    return Attacker(server.port, server.process.pid, invite, player, sessions)


def _body(door: Door, text: str) -> tuple[bytes, str]:
    fields = door.more | {door.field: text}
    if door.kind == "json":
        return json.dumps({"version": 0, "action": text}).encode(), "application/json"
    if door.kind == "form":
        encoded = urlencode(
            {name: value.encode(errors="replace") for name, value in fields.items()}
        )
        return encoded.encode(), "application/x-www-form-urlencoded"
    name = '; filename="x"' if door.kind == "file" else ""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{door.field}"{name}\r\n\r\n'
    body = head.encode() + text.encode(errors="replace") + f"\r\n--{BOUNDARY}--\r\n".encode()
    return body, f"multipart/form-data; boundary={BOUNDARY}"


def frames(chance: Random) -> Iterator[str]:
    """Hostile frames for a socket, without end."""
    while True:
        text = hostile(chance.choice(list(UNITS)), chance.randrange(1, LONGEST_FRAME // 8))
        yield json.dumps({"type": "bid", "version": "0"} | {chance.choice(FRAMES): text})
