"""Timers of a page that last longer, so that no machine is too busy to see what they limit."""

from playwright.sync_api import BrowserContext

TIMES = 50
STRETCH = """
    const start = window.setTimeout;
    window.setTimeout = (what, pause, ...words) =>
        start(what, %r.includes(what.name) ? %d * pause : pause, ...words);
"""


def stretch_timers(context: BrowserContext, *functions: str) -> None:
    """On pages loaded from now on, `setTimeout` calls functions of these names much later."""
    context.add_init_script(STRETCH % (list(functions), TIMES))
