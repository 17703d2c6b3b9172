"""The icons of the installed app, drawn from the site's own icon in several sizes."""

from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parents[3] / "static"
GROUND = "#0f332b"


@dataclass(frozen=True)
class Icon:
    """A square of so many pixels; `share` is how much of it the drawing takes."""

    name: str
    size: int
    share: float
    ground: str = "transparent"
    is_shape: bool = False


# A maskable icon may be cut to a circle of 80 % of its width; a badge is a shape without colours.
ICONS = (
    Icon("icon-192", 192, 1),
    Icon("icon-512", 512, 1),
    Icon("maskable-192", 192, 0.7, GROUND),
    Icon("maskable-512", 512, 0.7, GROUND),
    Icon("apple", 180, 0.82, GROUND),
    Icon("badge", 96, 0.9, is_shape=True),
)


def page(icon: Icon) -> str:
    """The icon as a page of its size that fetches nothing."""
    drawing = (STATIC / "img" / "icon.svg").read_text()
    if icon.is_shape:
        drawing = drawing.replace('fill="#0f332b"', 'fill="none"').replace("#dcb963", "#fff")
        drawing = drawing.replace("#0f332b", "none").replace("#f3e2ae", "#fff")
    width = round(icon.size * icon.share)
    return (
        "<!doctype html><style>html, body { margin: 0; background: transparent; }"
        f"body {{ display: grid; place-items: center; width: {icon.size}px; height: {icon.size}px;"
        f" background: {icon.ground}; }} svg {{ width: {width}px; height: {width}px; }}</style>"
        f"{drawing}"
    )
