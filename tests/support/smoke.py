"""A short visit with everything in it: a whole game against bots, its replay, the settings."""

from functools import partial
from itertools import count
from pathlib import Path

from tests.support.drawn_fields import (
    LIMIT,
    assert_a_limit_is_read_as_a_whole,
    assert_a_select_has_the_colour_of_fields,
    assert_a_slider_has_a_track,
)
from tests.support.engine import Engine, becomes_true, pictured

ROOT = "document.documentElement"
CHOOSE_BOTS_THAT_THINK_QUICKLY = "document.querySelector('[name=level]').value = 'novice'"
# Controls that have just come take no presses.
IS_AWAKE = "document.querySelector('#controls.controls--awake:not([data-fresh])')"
IS_ASKING = "document.querySelector('#controls .button--asking')"
HAS_LIMIT = f"document.querySelector('{LIMIT}')?.checkVisibility()"
IS_OVER = "document.querySelector('#scores')"
VERSION = "document.querySelector('#version')?.value"
MOMENT = "document.querySelector('#told')?.dataset.at"
SETTINGS_ARE_OPEN = "document.querySelector('#settings:popover-open')"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
ANOTHER_SITE = "http://elsewhere.invalid/"
ASK_ANOTHER_SITE = f"document.body.append(Object.assign(new Image(), {{ src: '{ANOTHER_SITE}' }}))"


def visit(engine: Engine, site: str, pictures: Path) -> None:
    """Everything by its real controls; no error may appear on the console."""
    with pictured(engine, pictures / "failure.png"):
        play_a_whole_game(engine, site)
        step_through_the_replay(engine)
        assert_a_slider_has_a_track(engine, "#at", pictures)
        assert_a_select_has_the_colour_of_fields(engine, "[name=view]", pictures)
        choose_night_and_german(engine)
        assert engine.complaints() == []
        assert_complaints_are_heard(engine)


def look_at_the_auto_bid(engine: Engine, site: str, pictures: Path) -> None:
    """At a table whose bots never act: after an own bid there is time for an auto-bid."""
    with pictured(engine, pictures / "failure.png"):
        sit_down_with_bots(engine, site)
        engine.wait_for(f"{IS_AWAKE} || {HAS_LIMIT}")
        if engine.is_so(IS_AWAKE):
            act(engine, is_bold=True)
        engine.wait_for(HAS_LIMIT)
        assert_a_limit_is_read_as_a_whole(engine, pictures)


def sit_down_with_bots(engine: Engine, site: str) -> None:
    engine.open(site)
    engine.evaluate(CHOOSE_BOTS_THAT_THINK_QUICKLY)
    press(engine, "form[action='/play/'] button:not([type=button])", until=VERSION)


def play_a_whole_game(engine: Engine, site: str) -> None:
    """Against three bots, on one page that is never loaded anew."""
    sit_down_with_bots(engine, site)
    engine.evaluate(f"{ROOT}.dataset.isSame = 'yes'")
    for turn in count():
        engine.wait_for(f"{IS_AWAKE} || {IS_OVER}")
        if engine.is_so(IS_OVER):
            break
        act(engine, is_bold=turn % 3 < 2)
    assert engine.evaluate(f"{ROOT}.dataset.isSame") == "yes"
    assert engine.evaluate("document.querySelectorAll('#scores tbody tr').length") == 4


def act(engine: Engine, *, is_bold: bool) -> None:
    """What the table asks for, again where it asks whether that is meant, until it moves on."""
    has_moved = f"{IS_OVER} || {VERSION} !== '{engine.evaluate(VERSION)}'"
    engine.press_until(has_moved, partial(press_what_is_asked_for, engine, is_bold=is_bold))


def press_what_is_asked_for(engine: Engine, *, is_bold: bool) -> None:
    if engine.press("#controls .choice"):
        engine.press("#controls [value=discard]")
    elif is_bold and engine.press("[data-smallest]"):
        engine.press("[data-bid]")
    else:
        engine.press("#controls [value=pass]")
        if engine.is_so(IS_ASKING):
            engine.press("#controls .button--asking")


def step_through_the_replay(engine: Engine) -> None:
    press(engine, "#room a[href^='/g/']:not([href$='review/'])", until=MOMENT)
    press(engine, "#step-first", until=f"{MOMENT} === '0'")
    for moment in (1, 2, 3):
        press(engine, "#step-on", until=f"{MOMENT} >= {moment}")
    press(engine, "#step-back", until=f"{MOMENT} <= 2")
    press(engine, "#step-last", until=IS_OVER)


def choose_night_and_german(engine: Engine) -> None:
    """The language loads the page anew, and both stay."""
    press(engine, "[popovertarget=settings]", until=SETTINGS_ARE_OPEN)
    choose_theme(engine, "light")
    day = engine.evaluate(BACKGROUND)
    choose_theme(engine, "dark")
    assert engine.evaluate(BACKGROUND) != day
    press(engine, "#settings button[name=language][value=de]", until=f"{ROOT}.lang === 'de'")
    assert engine.evaluate(f"{ROOT}.dataset.theme") == "dark"
    assert engine.evaluate(BACKGROUND) != day


def choose_theme(engine: Engine, theme: str) -> None:
    is_chosen = f"{ROOT}.dataset.theme === '{theme}'"
    press(engine, f"#settings [data-choice=theme][value={theme}]", until=is_chosen)


def assert_complaints_are_heard(engine: Engine) -> None:
    """Else it would mean nothing that there were none."""
    engine.evaluate(ASK_ANOTHER_SITE)
    assert becomes_true(lambda: any(ANOTHER_SITE in each for each in engine.complaints()))


def press(engine: Engine, selector: str, *, until: str) -> None:
    engine.press_until(until, lambda: engine.press(selector))
