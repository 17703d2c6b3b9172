"""A table that plays game after game, at one process or several, and comes back when cut off."""

import asyncio
import json
import urllib.parse
import urllib.request
from collections.abc import Sequence
from http import HTTPStatus
from http.client import HTTPException
from random import Random
from typing import Any
from urllib.error import HTTPError

from websockets.exceptions import WebSocketException

from script.tools.load.load_client import GameTable

# What a client may meet when its server is gone.
CUT_OFF = (OSError, EOFError, HTTPException, WebSocketException)
TOKEN = "t" * 32
RETRY = 0.1


class LongTable(GameTable):
    """Four players; the seats are shared out over `ports`. It knows every move it has sent."""

    def __init__(
        self, rng: Random, ports: Sequence[int], invite: str, sessions: Sequence[str]
    ) -> None:
        super().__init__(rng)
        self.ports = ports
        self.invite = invite
        self.cookies = [f"sessionid={key}" for key in sessions]
        self.sent: list[dict[int, dict[str, Any]]] = [{}]

    async def arrive(self) -> None:
        """Sit down; comes back once every seat has been shown the room."""
        await self.enter(0, f"/ws/r/{self.invite}/", self.cookies)

    async def sit(self, seat: int, port: int, path: str, cookie: str) -> None:  # noqa: ARG002
        await super().sit(seat, self.ports[seat % len(self.ports)], path, cookie)

    async def leave(self) -> None:
        await super().leave()
        self.sockets.clear()
        self.readers.clear()

    async def come_back(self) -> None:
        """As pages do: try again until there is a server, and forget what was shown before."""
        while True:
            await self.leave()
            self.seen = asyncio.get_running_loop().create_future()
            self.wanted, self.is_dealt = 0, False
            try:
                return await self.arrive()
            except CUT_OFF:
                await asyncio.sleep(RETRY)

    @classmethod
    def gathered(
        cls, rooms: Sequence[dict[str, Any]], rng: Random, *ports: int
    ) -> list["LongTable"]:
        """Tables for rooms that were prepared."""
        return [cls(rng, ports, **room) for room in rooms]

    @property
    def acknowledged(self) -> int:
        """The newest version that anybody here has been shown."""
        return max(page.version for page in self.pages)

    @property
    def description(self) -> str:
        """Where the table stands, for somebody who looks for what it waits for."""
        pages = [(page.version, page.is_awake) for page in self.pages]
        closed = [socket.close_code for socket in self.sockets]
        return (
            f"{type(self).__name__} {self.invite}, wanted {self.wanted}, over {self.is_over},"
            f" pages (version, awake) {pages}, close codes {closed}"
        )

    def choose(self) -> tuple[int, str]:
        seat, frame = super().choose()
        move = json.loads(frame)
        self.sent[-1][int(move["version"])] = facts({"seat": seat} | move)
        return seat, frame

    async def play_on(self) -> float:
        """The next move, and the next game where one is over; the seconds until all have it."""
        if self.is_over:
            await self.deal_again()
        return await self.move()

    async def deal_again(self) -> None:
        """The host starts the next game, by HTTP; comes back once everybody sees it."""
        self.seen = asyncio.get_running_loop().create_future()
        self.wanted, self.is_dealt = 0, True
        for page in self.pages:
            page.version = -1
        await asyncio.to_thread(self._agree, "start", 0)
        for seat in range(1, len(self.cookies)):
            await asyncio.to_thread(self._agree, "ready", seat)
        await self.seen
        self.is_dealt = False
        self.sent.append({})

    def _agree(self, address: str, seat: int) -> None:
        """Propose the rematch or be ready for it; 409 means that it was done before a crash."""
        try:
            self.post(address, seat)
        except HTTPError as error:
            if error.code != HTTPStatus.CONFLICT:
                raise

    async def all_show(self, version: int) -> None:
        """Comes back once every page is at the version."""
        while any(page.version != version for page in self.pages):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    def post(self, address: str, seat: int = 0, port: int = 0, **fields: Any) -> None:
        """Send somebody's form, with a token as its page would; a path leads out of the room."""
        path = address if address.startswith("/") else f"/r/{self.invite}/{address}/"
        request = urllib.request.Request(
            f"http://127.0.0.1:{port or self.ports[0]}{path}",
            urllib.parse.urlencode(fields, doseq=True).encode(),
            {
                "Cookie": f"{self.cookies[seat]}; csrftoken={TOKEN}",
                "X-CSRFToken": TOKEN,
                "HX-Request": "true",
            },
        )
        with urllib.request.urlopen(request, timeout=30):
            return


def facts(move: dict[str, Any]) -> dict[str, Any]:
    """What a move says, as it was sent or as it is stored, in the same words."""
    cards = move.get("cards", move.get("card", []))
    listed = cards if isinstance(cards, list) else [cards]
    return {"seat": move["seat"], "type": move["type"], "cards": sorted(map(str, listed))}
