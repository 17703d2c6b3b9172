"""How much of a page jumps by itself, as browsers measure it."""

from typing import Any

from playwright.sync_api import Page

NOTE = """
    window.shifts = [];
    new PerformanceObserver(list => shifts.push(...list.getEntries().map(each => ({
        value: each.value, at: each.startTime, isAsked: each.hadRecentInput,
        what: each.sources.map(({ node }) => node?.id || node?.className || node?.nodeName),
    })))).observe({ type: "layout-shift", buffered: true });
"""
PAUSE, LONGEST, AT_ONCE = 1_000, 5_000, 50


def note_shifts(page: Page) -> None:
    """From the page's beginning on, every shift is kept there."""
    page.evaluate(NOTE)


def shifts_of(page: Page) -> list[dict[str, Any]]:
    """The shifts that no action of the reader has caused."""
    return [shift for shift in page.evaluate("shifts") if not shift["isAsked"]]


def cumulative(shifts: list[dict[str, Any]]) -> float:
    """The cumulative layout shift: of bursts of at most five seconds, the worst."""
    worst = total = begin = last = 0.0
    for shift in shifts:
        if shift["at"] - last > PAUSE or shift["at"] - begin > LONGEST:
            total, begin = 0.0, shift["at"]
        total, last = total + shift["value"], shift["at"]
        worst = max(worst, total)
    return worst


def worst_push(shifts: list[dict[str, Any]]) -> float:
    """How much the worst single push moved: shifts that follow each other at once belong to one."""
    worst = total = last = 0.0
    for shift in shifts:
        total = total + shift["value"] if shift["at"] - last < AT_ONCE else shift["value"]
        last, worst = shift["at"], max(worst, total)
    return worst
