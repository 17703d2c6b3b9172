"""A table of one person and three bots that plays game after game."""

import time

from script.tools.load.long_table import LongTable


class BotTable(LongTable):
    """A move is over when it is the person's turn again, or the game has ended."""

    def take(self, seat: int, html: bytes) -> None:
        page = self.pages[seat]
        page.take(html)
        self.is_over = b'id="scores"' in html and not self.is_dealt
        is_mine = page.is_awake and page.version >= self.wanted
        if not self.seen.done() and (is_mine or self.is_over):
            self.seen.set_result(time.perf_counter())
