"""Finds names that look alike: they have the same skeleton."""

import unicodedata
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import chain, count

from games.text.confusables import CONFUSABLE

# Letters of other scripts, and digits, that look like Latin ones; capitals where only they do.
ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜавеѕіјкмнорстухүһԁԛԝӏгпΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχγηωϲϳɑɡıɩʟʏᴀᴇᴏᴠᴡᴢſℓ0",
    "ABESIJKMHOPCTYXYGQWabesijkmhopctyxyhdqwlrnABEZHIKMNOPTYXabeikvoptuxynwcjagiilyaeovwzslo",
)
# The same for scripts of which only capitals, or few letters, look Latin, and for small capitals.
RARE = str.maketrans(
    "ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜօսոհցզյՕՍԼⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬʙᴄᴅɢʜɪᴊᴋᴍɴᴘʀᴛᴜ∣│",
    "ABCDEGHIJKLMPRSTVWYZABCDEFGHIJKLMNOPRSTUVWXYZounhgqjOULABEHIKMNOPCTYXbcdghijkmnprtull",
)
RARER = CONFUSABLE | RARE
STROKES = str.maketrans(dict.fromkeys("i1|!ǀ", "l"))
PAIRS = {"rn": "m", "vv": "w"}
NUMERALS = ("II", "III", "IV", "V")
IGNORED = {"M", "P", "Z", "C"}  # marks, punctuation, spaces, invisible characters


@lru_cache(maxsize=10_000)
def skeleton(name: str) -> str:
    """A clean, short name without case, marks, spaces and differences of script."""
    latin = unicodedata.normalize("NFKC", name).translate(ALIKE).translate(RARER)
    plain = unicodedata.normalize("NFKD", latin)
    folded = plain.casefold().translate(ALIKE).translate(STROKES)
    kept = "".join(c for c in folded if unicodedata.category(c)[0] not in IGNORED)
    for pair, letter in PAIRS.items():
        kept = kept.replace(pair, letter)
    return kept or folded


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether one of `names` looks like `name`."""
    own = skeleton(name)
    return any(skeleton(each) == own for each in names)


def unlike(name: str, taken: Collection[str], longest: int) -> str:
    """The name, with a numeral appended if it looks like one of `taken`."""
    for numeral in chain(("",), NUMERALS, map(str, count(6))):
        beginning = name[: longest - 1 - len(numeral)].rstrip()
        choice = f"{beginning} {numeral}" if numeral else name
        if not is_taken(choice, taken):
            return choice
    raise AssertionError  # there is always a next numeral
