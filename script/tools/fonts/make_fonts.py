"""Makes static/fonts and static/css/fonts.css: faces cut to what the site uses, and fallbacks.

A face that was cut is a modified version in the sense of the Open Font License, so it must not have
a reserved name: each gets a name of the site, and keeps its copyright line.
"""

import subprocess
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from script.tools.fonts.faces import FACES, FALLBACKS, SAMPLE, Face, Fallback

STATIC = Path(__file__).parents[3] / "static"
FOLDER = STATIC / "fonts"
STYLES = STATIC / "css" / "fonts.css"
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, VERSION, POSTSCRIPT, LICENCE_URL = 0, 1, 2, 3, 4, 5, 6, 14
LEAST_KERNING = 0.02  # of the size of the letters
HEAD = """/* Made by script/fonts. Each face of static/fonts, then fonts that devices have, adjusted
   to its widths and lines. A face that comes too late waits for the next page: nothing shifts. */
"""


@cache
def unpacked(package: str, folder: Path) -> Path:
    """The folder of a package of this name and version, fetched by npm."""
    command = ["npm", "pack", "--silent", f"@fontsource/{package}"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    target = folder / package
    with tarfile.open(folder / done.stdout.strip()) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def font_in(package: str, weight: int, folder: Path) -> TTFont:
    name = package.partition("@")[0]
    file = unpacked(package, folder) / "files" / f"{name}-latin-{weight}-normal.woff2"
    return TTFont(file, recalcTimestamp=False)


def cut(font: TTFont, characters: str) -> None:
    """Leave these characters, and the kerning that can be seen."""
    options = Options()
    options.hinting = False
    options.layout_features = ["kern"]
    options.name_IDs = [COPYRIGHT, VERSION, LICENCE_URL]
    options.drop_tables += ["BASE", "STAT", "gasp"]
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in lookup.SubTable:
            drop_small(getattr(pairs, "ExtSubTable", pairs), LEAST_KERNING * unit_of(font))


def drop_small(pairs: Any, least: float) -> None:
    """Remove adjustments below `least`, which are most of them."""
    if pairs.Format == 1:
        for first in pairs.PairSet:
            kept = [pair for pair in first.PairValueRecord if abs(pair.Value1.XAdvance) >= least]
            first.PairValueRecord, first.PairValueCount = kept, len(kept)
        return
    for first in pairs.Class1Record:
        for second in first.Class2Record:
            if second.Value1 and abs(second.Value1.XAdvance) < least:
                second.Value1.XAdvance = 0


def unit_of(font: TTFont) -> int:
    return int(font["head"].unitsPerEm)


def rename(font: TTFont, face: Face) -> None:
    full = f"{face.family} {face.weight}"
    names = {FAMILY: face.family, STYLE: "Regular", FULL: full, POSTSCRIPT: full.replace(" ", "")}
    for number, name in (names | {UNIQUE: full}).items():
        font["name"].setName(name, number, 3, 1, 0x409)


def width(font: TTFont) -> float:
    """The average width of a letter of the sample, in em."""
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    total = sum(widths[glyphs[ord(letter)]][0] for letter in SAMPLE)
    return float(total / len(SAMPLE) / unit_of(font))


def face_rule(face: Face, font: TTFont) -> str:
    return (
        f'@font-face {{ font-family: "{face.family}"; font-weight: {face.weights}; '
        f'font-display: optional; src: url("../fonts/{face.name}.woff2") format("woff2"); '
        f"unicode-range: {ranges(frozenset(font.getBestCmap()))}; }}\n"
    )


def ranges(codes: frozenset[int]) -> str:
    """The characters as the value of `unicode-range`."""
    firsts = [code for code in sorted(codes) if code - 1 not in codes]
    lasts = [code for code in sorted(codes) if code + 1 not in codes]
    return ", ".join(
        f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}"
        for first, last in zip(firsts, lasts, strict=True)
    )


def fallback_rule(face: Face, font: TTFont, fallback: Fallback, folder: Path) -> str:
    """A font of the device, as wide and as high as the face."""
    is_bold = face.weight > 500
    factor = width(font) / width(font_in(fallback.package, 700 if is_bold else 400, folder))
    names = ", ".join(
        f'local("{name}")' for name in (fallback.bold if is_bold else fallback.regular)
    )
    line, unit = font["hhea"], unit_of(font) * factor
    return (
        f'@font-face {{ font-family: "{face.family} {fallback.name}"; font-weight: {face.weights}; '
        f"src: {names}; size-adjust: {factor:.1%}; ascent-override: {line.ascent / unit:.1%}; "
        f"descent-override: {-line.descent / unit:.1%}; line-gap-override: 0%; }}\n"
    )


def make(face: Face, folder: Path) -> str:
    """Write the file of the face; its rules for the style sheet."""
    font = font_in(face.package, face.weight, folder)
    cut(font, face.characters)
    rename(font, face)
    font.flavor = "woff2"
    font.save(FOLDER / f"{face.name}.woff2")
    print(f"{face.name}: {(FOLDER / f'{face.name}.woff2').stat().st_size} bytes")
    fallbacks = [fallback_rule(face, font, fallback, folder) for fallback in FALLBACKS]
    return "".join((face_rule(face, font), *fallbacks))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        rules = [make(face, Path(folder)) for face in FACES]
    STYLES.write_text(HEAD + "".join(rules))


if __name__ == "__main__":
    main()
