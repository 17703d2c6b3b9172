"""Rate limits by kind, each of which an operator may change.

`LIMIT_ROOM=10/60` in the environment means ten at once, refilled over sixty seconds; `off` means
any number.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

Rate = tuple[int, float]

# Per address unless said otherwise. A page is generous: a class of thirty behind one address, all
# without scripts, asks for six a second, and whoever drags the slider of a replay for twenty.
DEFAULTS = {
    "page": "200/20",
    "static": "1000/20",
    "room": "10/60",
    "code": "10/60",
    "join": "20/60",
    "match": "30/60",
    "company": "60/600",  # blocks, favourites and invitations, per person
    "account": "30/60",  # a class that logs in together
    "review": "6/60",
    "socket": "120/60",
    "chat": "5/10",  # per person
    "move": "30/10",  # per person
    "program": "40/10",  # per seat
    "export": "10/60",  # per person
    "import": "10/60",  # per person
    "report": "5/600",  # per person
    "report_from": "30/600",  # reports, from one address
    "device": "20/600",  # changes of notifications, per person
    "mail": "5/3600",  # links to an address, per account
    "mail_from": "20/3600",  # the same, asked for from one address
    "invited": "10/3600",  # invitations told by push message, per browser
    "push": "60/3600",  # push messages, per browser
    "frame": "60/10",  # per socket
}


def rates_from(env: Any) -> dict[str, Rate | None]:
    """The rate of each kind, None where it is off; ImproperlyConfigured if one cannot be read."""
    return {
        kind: _rate(f"LIMIT_{kind.upper()}", env.str(f"LIMIT_{kind.upper()}", default))
        for kind, default in DEFAULTS.items()
    }


def _rate(name: str, words: str) -> Rate | None:
    if words.strip().lower() == "off":
        return None
    count, _, seconds = words.partition("/")
    try:
        rate = int(count), float(seconds)
    except ValueError:
        rate = 0, 0.0
    if not (0 < rate[0] <= 1_000_000 and 0 < rate[1] <= 86_400):
        raise ImproperlyConfigured(
            f"{name} must be a number, a slash and seconds, such as 10/60, or “off”; not “{words}”."
        )
    return rate
