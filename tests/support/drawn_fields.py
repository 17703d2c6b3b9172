"""Fields that engines like to draw themselves: judged by what is on the screen."""

from pathlib import Path

from tests.support.engine import Engine
from tests.support.pictures import picture_of, place_of

LIMIT = "#auto-bid input[name=limit]"
FIELD_COLOUR = "getComputedStyle(document.querySelector({selector!r})).backgroundColor"


def assert_a_limit_is_read_as_a_whole(engine: Engine, pictures: Path) -> None:
    """It looks as the same figures do in a field for text, which has no buttons of its own."""
    engine.evaluate(f"document.querySelector('{LIMIT}').value = '106'")
    box = place_of(engine, LIMIT)
    as_number = picture_of(engine, pictures / "number.png").cut(box)
    engine.evaluate(f"document.querySelector('{LIMIT}').type = 'text'")
    assert place_of(engine, LIMIT) == box
    as_text = picture_of(engine, pictures / "text.png").cut(box)
    assert len({bytes(row) for row in as_text}) > 3, "there are no figures"
    assert as_number == as_text


def assert_a_select_has_the_colour_of_fields(engine: Engine, selector: str, pictures: Path) -> None:
    """Not one that the engine finds fitting."""
    left, top, _, _ = place_of(engine, selector)
    drawn = picture_of(engine, pictures / "select.png").colour(left + 6, top + 6)
    meant = engine.evaluate(FIELD_COLOUR.format(selector=selector))
    assert "rgb({}, {}, {})".format(*drawn) == meant


def assert_a_slider_has_a_track(engine: Engine, selector: str, pictures: Path) -> None:
    """Right of the thumb a line is drawn on the ground."""
    engine.evaluate(f"document.querySelector({selector!r}).value = 0")
    left, top, right, bottom = place_of(engine, selector)
    picture = picture_of(engine, pictures / "slider.png")
    x = left + (right - left) * 9 // 10
    line, ground = picture.colour(x, (top + bottom) // 2), picture.colour(x, top + 3)
    assert sum(abs(a - b) for a, b in zip(line, ground, strict=True)) > 60
