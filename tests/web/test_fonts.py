"""The faces of the site: small, licensed, and with every letter of its own sentences."""

import re
from pathlib import Path

import polib
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from tests.support.visitors import Visitor

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "static" / "fonts"
RULE = re.compile(
    r'"(?P<family>[^"]+)".*?url\("\.\./fonts/(?P<file>[\w-]+\.woff2)"\).*?range: (?P<range>[^;]+)'
)
RULES = [
    rule
    for line in (ROOT / "static/css/fonts.css").read_text().splitlines()
    if (rule := RULE.search(line))
]
TEXT = "High Society Text"
# No face of the site has these: they come from a font of the device.
OF_THE_DEVICE = set("★✓✗←→⇧⋯◆\u202f<>[]{}|")
HEAVIEST = 25_000


def covered(ranges: str) -> set[str]:
    """The characters of a `unicode-range`."""
    found = set()
    for each in ranges.split(", "):
        first, _, last = each.removeprefix("U+").partition("-")
        found |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    return found


def test_every_file_is_named_in_the_style_sheet_and_none_is_missing():
    assert {rule["file"] for rule in RULES} == {path.name for path in FOLDER.glob("*.woff2")}
    assert sum(path.stat().st_size for path in FOLDER.glob("*.woff2")) <= HEAVIEST


def test_the_text_faces_have_every_letter_of_the_product_s_sentences():
    entries = polib.pofile(str(ROOT / "games/locale/de/LC_MESSAGES/django.po"))
    sentences = "".join(entry.msgid + entry.msgid_plural + entry.msgstr for entry in entries)
    sentences += "".join("".join(entry.msgstr_plural.values()) for entry in entries)

    for rule in RULES:
        if rule["family"] == TEXT:
            missing = {sign for sign in sentences if sign.isprintable()} - covered(rule["range"])
            assert missing <= OF_THE_DEVICE, rule["file"]


def test_the_licence_lies_beside_the_faces_and_names_their_authors():
    licence = (FOLDER / "OFL.txt").read_text()

    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Reserved Font Name ‘Source’" in licence
    for rule in RULES:
        assert rule["file"] in licence
        assert "Source" not in rule["family"]


@pytest.mark.django_db
def test_every_page_asks_for_the_faces_before_the_style_sheet_is_read():
    page = Visitor().get("home").content.decode()

    for rule in RULES:
        address = staticfiles_storage.url(f"fonts/{rule['file']}")
        assert (
            f'<link rel="preload" href="{address}" as="font" type="font/woff2" crossorigin>' in page
        )
