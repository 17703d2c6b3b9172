"""Colours in a picture of a page: what a browser has drawn, whatever its styles say."""

import zlib
from dataclasses import dataclass
from pathlib import Path

from tests.support.engine import Engine

Colour = tuple[int, int, int]
Box = tuple[int, int, int, int]
MARK: Colour = (255, 0, 255)
MARK_SIZE = 8
SET_MARK = f"""(() => {{
    const mark = document.getElementById("mark") ?? document.createElement("i");
    mark.id = "mark";
    Object.assign(mark.style, {{
        position: "fixed", left: 0, top: 0, zIndex: 999, background: "rgb{MARK}",
        width: "{MARK_SIZE}px", height: "{MARK_SIZE}px",
    }});
    document.body.append(mark);
    return true;
}})()"""
FIND = """(() => {{
    const element = document.querySelector({selector!r});
    element.scrollIntoView({{ block: "center", behavior: "instant" }});
    const {{ left, top, right, bottom }} = element.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
}})()"""


@dataclass(frozen=True)
class Picture:
    """Rows of pixels, and where the page begins in them."""

    rows: list[bytes]
    depth: int
    origin: tuple[int, int] = (0, 0)

    def colour(self, x: int, y: int) -> Colour:
        """Of the pixel at a place of the page."""
        start = (x + self.origin[0]) * self.depth
        red, green, blue = self.rows[y + self.origin[1]][start : start + 3]
        return red, green, blue

    def cut(self, box: Box) -> list[bytes]:
        """The pixels of a part of the page."""
        left, top, right, bottom = box
        begin, end = ((x + self.origin[0]) * self.depth for x in (left, right))
        lines = self.rows[top + self.origin[1] : bottom + self.origin[1]]
        return [line[begin:end] for line in lines]


def place_of(engine: Engine, selector: str) -> Box:
    """Left, top, right and bottom of the first such element, after it was scrolled into sight."""
    left, top, right, bottom = engine.evaluate(FIND.format(selector=selector))
    return left, top, right, bottom


def picture_of(engine: Engine, path: Path) -> Picture:
    """The page as it is drawn now; a mark in its corner tells where in the picture it begins."""
    engine.evaluate(SET_MARK)
    while True:  # a display shows a change a little later
        engine.take_picture(path)
        picture = read(path)
        for top, row in enumerate(picture.rows):
            left = row.find(bytes(MARK) + bytes(MARK)) if picture.depth == 3 else _find(row)
            if left >= 0:
                return Picture(picture.rows, picture.depth, (left // picture.depth, top))


def _find(row: bytes) -> int:
    return row.find(bytes(MARK) + b"\xff" + bytes(MARK))


def read(path: Path) -> Picture:
    """A PNG with eight bits for each of three or four channels."""
    data, parts, at = path.read_bytes(), b"", 8
    width = height = depth = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height = int.from_bytes(body[:4]), int.from_bytes(body[4:8])
            depth = {2: 3, 6: 4}[body[9]]
        if kind == b"IDAT":
            parts += body
        at += size + 12
    return Picture(_rows(zlib.decompress(parts), width * depth, height, depth), depth)


def _rows(raw: bytes, length: int, height: int, depth: int) -> list[bytes]:
    rows, above = [], bytes(length)
    for number in range(height):
        start = number * (length + 1)
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + length], above, depth)
        rows.append(above)
    return rows


def _unfiltered(kind: int, line: bytes, above: bytes, depth: int) -> bytes:
    """PNG's filters: none, left, above, their mean, and whichever of three is nearest."""
    if kind == 0:
        return line
    done = bytearray(line)
    for place, up in enumerate(above):
        left = done[place - depth] if place >= depth else 0
        corner = above[place - depth] if place >= depth else 0
        guess = (0, left, up, (left + up) // 2, _nearest(left, up, corner))[kind]
        done[place] = (done[place] + guess) & 255
    return bytes(done)


def _nearest(left: int, up: int, corner: int) -> int:
    sum_ = left + up - corner
    return min((left, up, corner), key=lambda each: abs(sum_ - each))
