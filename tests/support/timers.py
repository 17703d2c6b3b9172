"""Timers of a page that last longer, so that no machine is too busy to see what they limit.

Or shorter or no time, where a test would only wait for them.
"""

from playwright.sync_api import BrowserContext

TIMES = 1_000
STRETCH = """{
    const start = window.setTimeout;
    window.setTimeout = (what, pause, ...words) => {
        if (!%r.includes(what.name)) return start(what, pause, ...words);
        return %g ? start(what, %g * pause, ...words) : what(...words);
    };
}"""


def stretch_timers(context: BrowserContext, *functions: str, times: float = TIMES) -> None:
    """On pages loaded from now on, timers for functions of these names last so much longer.

    With `times` 0 the functions are called at once.
    """
    context.add_init_script(STRETCH % (list(functions), times, times))
