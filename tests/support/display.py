"""A screen that nobody sees, and pictures of it."""

import re
import struct
import time
import zlib
from functools import cached_property
from pathlib import Path

from tests.support.programs import Program

START_SECONDS = 120
SCREEN = "1280x800x24"


class Display(Program):
    """An X server without hardware, on a number that it finds free."""

    def __init__(self, home: Path) -> None:
        self.frame = home / "Xvfb_screen0"
        options = ("-screen", "0", SCREEN, "-fbdir", str(home), "-nolisten", "tcp", "-noreset")
        super().__init__("Xvfb", "-displayfd", "1", *options, home=home)

    @cached_property
    def name(self) -> str:
        """What DISPLAY has to be for those who want to be seen there; known once it listens."""
        end = time.monotonic() + START_SECONDS
        while not (said := re.search(r"^(\d+)\n", self.log.read_text(), re.MULTILINE)):
            assert self.process.poll() is None, f"Xvfb ended:\n{self.log.read_text()}"
            assert time.monotonic() < end, "Xvfb does not listen"
            time.sleep(0.02)
        return f":{said[1]}"

    def take_picture(self, path: Path) -> None:
        """A PNG of the whole screen."""
        path.write_bytes(as_png(self.frame.read_bytes()))


def as_png(dump: bytes) -> bytes:
    """The same picture as a dump of an X window with 32 bits for each pixel: blue, green, red."""
    header = struct.unpack(">25I", dump[:100])
    width, height, line, colours = header[4], header[5], header[12], header[19]
    start = header[0] + 12 * colours
    rows = bytearray()
    for top in range(start, start + height * line, line):
        row = bytearray(3 * width)
        for red_green_blue in range(3):
            row[red_green_blue::3] = dump[top + 2 - red_green_blue : top + 4 * width : 4]
        rows += b"\0" + row
    size = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(name, data) for name, data in parts)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
