"""Every character is drawn, and the drawings stay small."""

import gzip
from xml.etree import ElementTree as ET

from django.conf import settings

from games.bots.characters import CHARACTERS

ART = settings.BASE_DIR / "static" / "img" / "art.svg"
SVG = "{http://www.w3.org/2000/svg}"


def test_every_face_is_drawn_and_stands_alone():
    drawn = {each.get("id"): each for each in ET.parse(ART).iter(f"{SVG}symbol")}
    faces = {id for id in drawn if id.startswith("face-")}

    assert faces == {character.face for character in CHARACTERS.values()}
    for face in faces:
        assert drawn[face].get("viewBox") == "0 0 48 48"
        assert len(list(drawn[face].iter(f"{SVG}path"))) >= 10
        assert b"url(" not in ET.tostring(drawn[face])


def test_the_art_stays_small():
    art = ART.read_bytes()

    assert len(art) <= 90_000
    assert len(gzip.compress(art)) <= 24_000
