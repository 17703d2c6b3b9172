"""Finds names that look alike: they have the same skeleton."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

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
STROKES = str.maketrans(dict.fromkeys("i1|!ǀ", "l"))
PAIRS = {"rn": "m", "vv": "w"}
IGNORED = {"M", "P", "Z", "C"}  # marks, punctuation, spaces, invisible characters


@lru_cache(maxsize=10_000)
def skeleton(name: str) -> str:
    """A clean, short name without case, marks, spaces and differences of script."""
    latin = unicodedata.normalize("NFKC", name).translate(ALIKE).translate(RARE)
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
