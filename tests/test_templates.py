"""How templates are written, and what of their layout is sent."""

from pathlib import Path

import pytest
from django.template import engines

TEMPLATES = Path(__file__).parents[1] / "templates"
MOST_COLUMNS = 120


def name_of(path: Path) -> str:
    return str(path.relative_to(TEMPLATES))


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=name_of)
def test_no_line_of_a_template_is_too_long(path):
    lines = enumerate(path.read_text().splitlines(), 1)
    found = [
        f"templates/{name_of(path)}:{n}: {len(line)}"
        for n, line in lines
        if len(line) > MOST_COLUMNS
    ]

    assert not found, f"More than {MOST_COLUMNS} columns, one element or tag a line: {found}"


def table_html(source: str, **context: object) -> str:
    """What a template of the table's engine sends."""
    return engines["table"].from_string(source).render(context)


def test_a_line_break_between_two_tags_of_the_table_is_not_sent():
    source = (
        "<p>\n  {% if on %}\n    <b>{{ word }}</b>\n    <i>\n{{ word }}\n</i>\n  {% endif %}\n</p>"
    )

    assert table_html(source, on=True, word="a") == "<p><b>a</b><i>a</i></p>"
    assert table_html(source, on=False) == "<p></p>"


def test_a_space_between_two_tags_of_the_table_is_written_out():
    assert table_html('<b>a</b>\n{{ " " }}\n<b>b</b>') == "<b>a</b> <b>b</b>"


def test_a_line_break_within_a_tag_of_the_table_is_sent_as_one_space():
    assert (
        table_html('<p\n  id="a"\n  class="b"\n>two\n  words</p>')
        == '<p id="a" class="b">two words</p>'
    )
