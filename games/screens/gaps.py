"""HTML that is the same for all readers of a game but for a few texts: rendered once, with gaps.

At the end of a game everybody gets its result and its charts at the same moment, each with “You” in
place of their own name. Rendering them for each reader took half of the time of a whole game.
A gap holds a character that no stored text can have; `filled` escapes what it puts there.
"""

import re
from collections.abc import Sequence

from django.utils.html import escape

GAP = re.compile("\0([0-9]+)\0")


def gaps(count: int) -> list[str]:
    """So many gaps, to be rendered like any other text."""
    return [f"\0{number}\0" for number in range(count)]


def filled(html: str, texts: Sequence[str]) -> str:
    """The HTML with these texts in its gaps, in the order of `gaps`."""
    escaped = [escape(text) for text in texts]
    return GAP.sub(lambda gap: escaped[int(gap[1])], html)
