"""The faces of the site: where they come from, and which characters of them it uses."""

from dataclasses import dataclass

DISPLAY, TEXT = "High Society Display", "High Society Text"
# Whatever else people type is drawn by a font of their device.
ASCII = "".join(sign for sign in map(chr, range(0x20, 0x7F)) if sign not in "<>[\\]^`{|}~")
ACCENTED = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ"
SIGNS = "\u00a0·½×–‘’‚“”„…−€£"
IN_TEXT = ASCII + ACCENTED + SIGNS
# Titles, and names of cards and of people.
IN_TITLES = "".join(sign for sign in IN_TEXT if sign not in '"#$%*=@_')


@dataclass(frozen=True, slots=True)
class Face:
    """A file of the site made of one file of a package; `weights` are those it is drawn for."""

    family: str
    package: str
    weight: int
    weights: str
    name: str
    characters: str


FACES = (
    Face(DISPLAY, "federo@5.3.0", 400, "400 700", "display", IN_TITLES),
    Face(TEXT, "source-sans-3@5.3.0", 400, "400 500", "text", IN_TEXT),
    Face(TEXT, "source-sans-3@5.3.0", 600, "600 700", "text-bold", IN_TEXT),
)


@dataclass(frozen=True, slots=True)
class Fallback:
    """A font that devices have, by its names there, and a package with letters of equal width."""

    name: str
    package: str
    regular: tuple[str, ...]
    bold: tuple[str, ...]


FALLBACKS = (
    Fallback(
        "Arial",
        "arimo@5.3.0",
        ("Arial", "Liberation Sans", "Arimo"),
        ("Arial Bold", "Liberation Sans Bold", "Arimo Bold"),
    ),
    Fallback("Roboto", "roboto@5.3.0", ("Roboto",), ("Roboto Bold",)),
    Fallback("DejaVu", "dejavu-sans@5.3.0", ("DejaVu Sans",), ("DejaVu Sans Bold",)),
)
# Its average width is what a fallback is adjusted to.
SAMPLE = (
    "Your turn: beat 15,000 or pass. Add at least 5 to reach 10. Everyone has the same notes. "
    "Du bist dran: Überbiete 15.000 oder passe. Lege 5 dazu. Alle haben dieselben Scheine."
)
