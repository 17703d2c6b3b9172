"""Every address of the site, and the answer it gives to every role."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.engine.editions import EDITIONS
from tests.support.visitors import ACCOUNT

ROLES = ("stranger", "outsider", "watcher", "player", "host", "removed")
OPTIONS = {"edition": "classic", "clock": "0", "grace": "120", "level": "novice", "seats": "4"}


# What the address is about, if not the room.
Place = str | tuple[str, ...] | None


@dataclass(frozen=True)
class Row:
    """One address: the method it takes, what is sent, and the answer for each role in order."""

    method: str
    answers: tuple[int, int, int, int, int, int]
    data: dict[str, Any] = field(default_factory=dict)
    is_running: bool = False
    in_room: bool = True
    about: Place | Callable[[], Place] = None
    with_account: int | None = None  # where an account is answered otherwise than an outsider

    @property
    def named(self) -> Place:
        """What the address names beside a room."""
        return self.about() if callable(self.about) else self.about


def by_a_link(method: str, *token: str) -> Row:
    """By a link that was never sent."""
    return Row(method, (404,) * 6, in_room=False, about=token)


def for_accounts(answer: int, **data: Any) -> Row:
    """What a guest cannot do, as they have no account."""
    return Row("POST", FOR_ACCOUNTS, data, in_room=False, with_account=answer)


def at_the_door(
    method: str, answers: tuple[int, ...], *, with_account: int | None = None, **data: Any
) -> Row:
    return Row(method, answers, data, in_room=False, with_account=with_account)


def about(what: Place | Callable[[], Place], answers: tuple[int, ...] = (200,) * 6) -> Row:
    return Row("GET", answers, in_room=False, about=what)


def day(after: int) -> str:
    """The date so many days after today: asked when the test runs, which may be past midnight."""
    return (datetime.now(UTC).date() + timedelta(days=after)).isoformat()


def deal_of_today() -> tuple[str, ...]:
    return (day(0), "base")


def no_group_of_today() -> tuple[str, ...]:
    return (day(0), "no-such-group")


def deal_of_tomorrow() -> tuple[str, ...]:
    return (day(1), "stars")


def of_a_game(method: str, answers: tuple[int, ...], **data: Any) -> Row:
    """About a game they have played, by its code."""
    return Row(method, answers, data, in_room=False, about=GAME)


GAME = "the game they have played"

FOR_PEOPLE = (302, 200, 200, 200, 200, 200)
FOR_ACCOUNTS = (302, 403, 403, 403, 403, 403)
FOR_NO_STRANGER = (403, 302, 302, 302, 302, 302)
FOR_NO_STRANGER_BUT_BAD = (403, 400, 400, 400, 400, 400)
FOR_THE_HOST = (403, 403, 403, 403, 302, 404)


#               stranger, outsider, watcher, player, host, removed
TABLE = {
    "home": [at_the_door("GET", (200,) * 6)],
    "robots": [at_the_door("GET", (200,) * 6)],
    "service-worker": [at_the_door("GET", (200,) * 6)],
    "set_language": [
        at_the_door("POST", (302,) * 6, language="de", next="/rules/"),
        at_the_door("POST", (302,) * 6, language="no-such-language"),
    ],
    "manifest": [at_the_door("GET", (200,) * 6)],
    "offline": [at_the_door("GET", (200,) * 6)],
    "push-key": [at_the_door("GET", (200,) * 6)],
    "account": [at_the_door("GET", FOR_PEOPLE)],
    "my-data": [at_the_door("GET", FOR_PEOPLE)],
    "rename": [
        at_the_door("POST", (302,) * 6, name="Zoe"),
        at_the_door("POST", (302, 400, 400, 400, 400, 400)),
    ],
    "username": [for_accounts(302, username="zoe"), for_accounts(400, username="a b")],
    "password": [for_accounts(400, old_password="x")],
    "log-out-everywhere": [for_accounts(302)],
    "profile-switch": [for_accounts(302, public="no"), for_accounts(302)],
    "profile": [about("nobody", (404,) * 6)],
    "leaders": [at_the_door("GET", (200,) * 6)],
    "ratings": [at_the_door("GET", (200,) * 6)],
    "email": [for_accounts(404, address="zoe@example.com", wish="turns", password="x")],
    "email-remove": [at_the_door("POST", (302,) * 6)],
    "mail-verify": [by_a_link("GET", "no-such-token"), by_a_link("POST", "no-such-token")],
    "mail-off": [by_a_link("GET", "no-such-token"), by_a_link("POST", "no-such-token")],
    "forgotten": [
        at_the_door("GET", (200,) * 6),
        at_the_door("POST", (302,) * 6, who="zoe"),
        at_the_door("POST", (400,) * 6),
    ],
    "new-password": [by_a_link("GET", "MQ", "no-such"), by_a_link("POST", "MQ", "no-such")],
    "device-on": [at_the_door("POST", FOR_NO_STRANGER_BUT_BAD)],
    "device-off": [
        at_the_door("POST", FOR_NO_STRANGER),
        at_the_door("POST", FOR_NO_STRANGER, device="x"),
    ],
    "device-test": [at_the_door("POST", FOR_NO_STRANGER)],
    "my-games": [at_the_door("GET", FOR_PEOPLE)],
    "statistics": [at_the_door("GET", FOR_PEOPLE)],
    "opponents": [at_the_door("GET", FOR_PEOPLE)],
    "my-records": [at_the_door("GET", FOR_PEOPLE)],
    "import": [
        at_the_door("GET", FOR_PEOPLE),
        at_the_door("POST", (302, 400, 400, 400, 400, 400)),
        at_the_door("POST", (302, 400, 400, 400, 400, 400), text="{}"),
    ],
    "forget": [
        at_the_door("GET", FOR_PEOPLE),
        at_the_door("POST", (302, 400, 400, 400, 400, 400)),
        at_the_door("POST", (302,) * 6, sure="yes"),
    ],
    "review": [
        about(GAME, (404, 404, 404, 200, 200, 404)),
        Row("POST", (404, 404, 404, 302, 302, 404), in_room=False, about=GAME),
    ],
    "record": [about(GAME, (404, 404, 404, 200, 200, 404)), about("NOSUCH22", (404,) * 6)],
    "learn": [at_the_door("GET", (200,) * 6)],
    "rules": [at_the_door("GET", (200,) * 6)],
    "rules-of": [about(edition) for edition in EDITIONS],
    "sign-up": [at_the_door("GET", (200,) * 6), at_the_door("POST", (302,) * 6, **ACCOUNT)],
    "login": [at_the_door("GET", (200,) * 6), at_the_door("POST", (200,) * 6, username="x")],
    "logout": [at_the_door("POST", (302,) * 6)],
    "replay": [of_a_game("GET", (404, 404, 404, 200, 200, 404))],
    "share-game": [of_a_game("POST", (404, 404, 404, 302, 302, 404))],
    "play-on": [
        of_a_game("POST", (404, 404, 404, 302, 302, 404), at="0"),
        of_a_game("POST", (404, 404, 404, 400, 400, 404), at="0", level="unheard-of"),
    ],
    "daily": [at_the_door("GET", (200,) * 6)],
    "daily-past": [at_the_door("GET", (200,) * 6)],
    "daily-day": [
        about(deal_of_today),
        about(("2000-01-01", "base"), (404,) * 6),
        about(no_group_of_today, (404,) * 6),
        about(("no-day", "base"), (404,) * 6),
    ],
    "daily-start": [
        Row("POST", (302,) * 6, {"name": "Zoe"}, in_room=False, about=deal_of_today),
        Row(
            "POST", (400, 302, 302, 302, 302, 302), {"name": ""}, in_room=False, about=deal_of_today
        ),
        Row("POST", (404,) * 6, {"name": "Zoe"}, in_room=False, about=("2000-01-01", "base")),
        Row("POST", (409,) * 6, {"name": "Zoe"}, in_room=False, about=deal_of_tomorrow),
    ],
    "play-now": [
        at_the_door("POST", (302,) * 6, name="Zoe"),
        at_the_door("POST", (400,) * 6, name="Zoe", edition="unheard-of"),
        at_the_door("POST", (400,) * 6, name="Zoe", level="unheard-of"),
    ],
    "open-room": [at_the_door("POST", (302,) * 6, name="Zoe")],
    "tables": [at_the_door("GET", (200,) * 6)],
    "find-game": [
        at_the_door("POST", (302,) * 6, name="Zoe", clock="60"),
        at_the_door("POST", (403,) * 6, name="Zoe", clock="60", rated="yes", with_account=302),
        at_the_door("POST", (400,) * 6, name="Zoe", clock="0"),
        at_the_door("POST", (400,) * 6, name="Zoe", clock="60", edition="unheard-of"),
    ],
    "company": [at_the_door("GET", FOR_PEOPLE)],
    "company-remove": [
        at_the_door("POST", FOR_NO_STRANGER, player="CID", list="blocks"),
        at_the_door("POST", FOR_NO_STRANGER_BUT_BAD, player="x"),
    ],
    "open-table": [
        Row("POST", FOR_THE_HOST, {"open": "yes"}),
        Row("POST", FOR_THE_HOST, {"open": "no"}),
        Row("POST", (403, 403, 403, 403, 403, 404), {"open": "yes", "rated": "yes"}),
        Row("POST", (403, 403, 403, 403, 409, 404), {"open": "yes"}, is_running=True),
    ],
    "fill": [
        Row("POST", (403, 403, 403, 409, 409, 404)),
        Row("POST", (403, 403, 403, 409, 409, 404), is_running=True),
    ],
    "block": [
        Row("POST", (403, 404, 302, 302, 302, 404), {"player": "CID"}),
        Row("POST", (403, 400, 400, 400, 400, 404), {"player": "x"}),
        Row("POST", (403, 404, 302, 302, 302, 404), {"player": "CID", "blocked": "no"}),
    ],
    "favourite": [
        Row("POST", (403, 404, 302, 302, 302, 404), {"player": "CID"}),
        Row("POST", (403, 404, 302, 302, 404, 404), {"player": "ANN"}),
    ],
    "invite": [
        Row("GET", (403, 403, 200, 200, 200, 404)),
        Row("POST", (403, 403, 404, 404, 404, 404), {"player": "CID"}),
    ],
    "join": [
        at_the_door("POST", (302,) * 6, code="CODE"),
        Row("POST", (409, 409, 302, 302, 302, 409), {"code": "CODE"}, True, in_room=False),
        at_the_door("POST", (404,) * 6, code="AAAAAAAA"),
    ],
    "room": [
        Row("GET", (200, 200, 200, 200, 200, 404)),
        Row("GET", (200, 200, 200, 200, 200, 404), is_running=True),
    ],
    "since": [
        Row("GET", (403, 403, 403, 302, 302, 404), is_running=True),
        Row("GET", (403, 403, 403, 403, 403, 404)),
    ],
    "qr": [Row("GET", (200, 200, 200, 200, 200, 404))],
    "sit": [
        Row("POST", (302, 302, 302, 302, 302, 404), {"name": "Zoe"}),
        Row("POST", (409, 409, 409, 302, 302, 404), {"name": "Zoe"}, is_running=True),
        Row("POST", (400, 302, 302, 302, 302, 404), {"name": ""}),
    ],
    "watch": [
        Row("POST", (302, 302, 302, 302, 302, 404), {"name": "Zoe"}),
        Row("POST", (302, 302, 302, 409, 409, 404), {"name": "Zoe"}, is_running=True),
    ],
    "leave": [Row("POST", (403, 404, 302, 302, 302, 404))],
    "options": [
        Row("POST", FOR_THE_HOST, OPTIONS),
        Row("POST", (403, 403, 403, 403, 409, 404), OPTIONS, is_running=True),
    ],
    "lock": [Row("POST", FOR_THE_HOST, {"locked": "yes"})],
    "remove": [
        Row("POST", FOR_THE_HOST, {"player": "CID"}),
        Row("POST", (403, 403, 403, 403, 409, 404), {"player": "CID"}, is_running=True),
        Row("POST", (403, 403, 403, 403, 404, 404), {"player": "0"}),
    ],
    "hand-over": [Row("POST", FOR_THE_HOST, {"player": "CID"})],
    "seat-bot": [
        Row("POST", FOR_THE_HOST, {"level": "expert"}),
        Row("POST", (403, 403, 403, 403, 409, 404), {"level": "expert"}, is_running=True),
        Row("POST", (403, 400, 400, 400, 400, 404), {"level": "unheard-of"}),
    ],
    "start": [
        Row("POST", FOR_THE_HOST),
        Row("POST", (403, 403, 403, 403, 409, 404), is_running=True),
    ],
    "ready": [
        Row("POST", (403, 403, 409, 302, 302, 404), is_running=True),
        Row("POST", (403, 403, 409, 409, 409, 404)),
    ],
    "break-off": [
        Row("POST", FOR_THE_HOST, is_running=True),
        Row("POST", (403, 403, 403, 403, 409, 404)),
    ],
    "absent": [
        Row("POST", (403, 403, 403, 403, 409, 404), {"seat": 0, "choice": "bot"}, True),
        Row("POST", (403, 403, 403, 403, 409, 404), {"seat": 0, "choice": "wait"}),
        Row("POST", (403, 400, 400, 400, 400, 404), {"seat": 0, "choice": "close"}, True),
    ],
    "play": [
        Row("POST", (403, 403, 403, 409, 409, 404), {"type": "more-time"}, True),
        Row("POST", (403, 403, 403, 302, 302, 404), {"type": "order", "plan": "none"}, True),
        Row("POST", (403, 403, 403, 302, 409, 404), {"type": "pass", "version": 0}, True),
        Row("POST", (403, 409, 409, 409, 409, 404), {"type": "pass", "version": 0}),
        Row("POST", (403, 403, 403, 409, 409, 404), {"type": "pass", "version": 7}, True),
    ],
    "talk": [
        Row("POST", (403, 403, 302, 302, 302, 404), {"text": "Good evening"}),
        Row("POST", (403, 403, 302, 302, 302, 404), {"remark": "thanks"}, is_running=True),
        Row("POST", (403, 400, 400, 400, 400, 404), {"text": " "}),
    ],
    "earlier-talk": [Row("GET", (200, 200, 200, 200, 200, 404))],
    "report": [
        Row("GET", (403, 403, 200, 200, 200, 404)),
        Row("POST", (403, 403, 302, 302, 302, 404), {"reason": "Rude"}),
        Row("POST", (403, 403, 404, 404, 404, 404), {"message": "0"}),
        Row("POST", (403, 403, 302, 302, 404, 404), {"reason": "Rude", "player": "ANN"}, True),
        Row("POST", (403, 403, 400, 400, 400, 404), {"reason": " "}),
        Row("POST", (403, 403, 404, 404, 404, 404), {"reason": "Rude", "player": "0"}),
        Row("POST", (403, 403, 400, 400, 400, 404), {"reason": "Rude", "player": "x"}),
    ],
    "token": [Row("POST", (403, 403, 403, 200, 200, 404))],
    "seat-api": [
        at_the_door("GET", (401,) * 6),
        at_the_door("POST", (401,) * 6),
    ],
    "mute": [Row("POST", (403, 302, 302, 302, 302, 404), {"player": "CID"})],
}


ROWS = [
    pytest.param(name, row, id=f"{name}-{number}")
    for name, rows in TABLE.items()
    for number, row in enumerate(rows)
]

POST_ONLY = [name for name, rows in TABLE.items() if all(row.method == "POST" for row in rows)]

PAGES = [
    name
    for name, rows in TABLE.items()
    if all(row.method == "GET" for row in rows) and rows[0].answers[ROLES.index("host")] == 200
]

IN_A_ROOM = [name for name, rows in TABLE.items() if rows[0].in_room]
