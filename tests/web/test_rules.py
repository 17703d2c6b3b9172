"""The pages of rules: one for all editions and one for each."""

import re
from html import unescape

import pytest

from games.engine.cards import ADVANCED, BASIC
from games.engine.editions import EDITIONS
from games.text.rulebook import rules_of
from games.text.rulebook.blocks import words
from tests.support.visitors import Visitor, ids, part, url

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))


def page(name, place=None):
    response = Visitor().get(name, place)
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_all_editions_are_there_to_choose_from():
    html = page("rules")

    for edition in EDITIONS.values():
        assert f'href="{url("rules-of", edition.id)}"' in html
        assert edition.title in html


@every_edition
def test_an_edition_s_page_speaks_its_words(edition):
    html = page("rules-of", edition.id)

    assert f"<title>Rules: {edition.title} – High Society</title>" in html
    for name in words(edition).values():
        assert name in html


@every_edition
def test_the_contents_lead_to_every_section(edition):
    html = page("rules-of", edition.id)
    contents = re.findall(r'href="#([\w-]+)"', part(html, "main").split("</nav>")[0])

    assert contents == [section.id for section in rules_of(edition).sections]
    assert set(contents) <= ids(html)


@every_edition
def test_every_card_has_an_anchor_and_a_picture(edition):
    html = page("rules-of", edition.id)

    for card in (*BASIC, *(ADVANCED if edition.has_advanced else ())):
        assert f"art.svg#{card.id}" in part(html, f"card-{card.id}")


@every_edition
def test_no_id_is_given_twice(edition):
    html = page("rules-of", edition.id)

    given = re.findall(r'\bid="([\w-]+)"', html)
    assert len(set(given)) == len(given)


@every_edition
def test_rules_hold_no_inline_code(edition):
    html = page("rules-of", edition.id)

    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"\s(on\w+|style)=", html)


@pytest.mark.parametrize("id", ["chess", "OSPREY-2018", "%00", "osprey-2018%2F", "%3Cscript%3E"])
def test_there_are_no_rules_of_an_unknown_edition(id):
    response = Visitor().client.get(f"/rules/{id}/")

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()


def test_tables_that_scroll_can_be_reached_by_keyboard_and_have_a_name():
    html = page("rules-of", "osprey-2018")

    regions = re.findall(r'<div class="comparison"([^>]*)>', html)
    assert len(regions) == 2
    for attributes in regions:
        assert 'role="region"' in attributes
        assert 'tabindex="0"' in attributes
        assert re.search(r'aria-label="[^"]+"', attributes)
