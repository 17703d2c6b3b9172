"""The browsers of a player, numbered, so that the log can say which of them sent a move."""

from django.utils import timezone

from games.models import Device, Player, new_number


def device_of(player: Player, number: int | None, agent: str) -> int:
    """The number of the player's browser: `number` if it is one of theirs, else a new one."""
    if number is not None and _was_seen(player, number):
        return number
    while True:
        device, is_new = Device.objects.get_or_create(
            player=player, number=new_number(), defaults={"agent": browser_in(agent)}
        )
        if is_new:
            return device.number


def _was_seen(player: Player, number: int) -> bool:
    return bool(player.devices.filter(number=number).update(last_seen=timezone.now()))


BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "", "FxiOS": "Firefox", "Chrome": "",
            "CriOS": "Chrome", "Safari": ""}  # fmt: skip
SYSTEMS = {"Android": "", "iPhone": "", "iPad": "", "Windows": "", "Mac OS": "macOS", "Linux": ""}


def browser_in(agent: str) -> str:
    """The names of browser and system in a User-Agent; nothing that identifies a person."""
    found = [_first_in(agent, BROWSERS), _first_in(agent, SYSTEMS)]
    return ", ".join(word for word in found if word)


def _first_in(agent: str, names: dict[str, str]) -> str:
    return next((name or mark for mark, name in names.items() if mark in agent), "")
