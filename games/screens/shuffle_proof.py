"""The proof of a game's shuffle and its explanation, which depends on how the game was dealt."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import Game
from games.play.daily_secrecy import is_secret


@dataclass(frozen=True, slots=True)
class Proof:
    """All that is needed to check the shuffle; `deck` is set for a deck that was laid.

    Seed and salt of a deal of the day are empty until it is open.
    """

    commitment: str
    salt: str
    seed: str
    deck: str
    words: str

    @property
    def how_to_check(self) -> str:
        return _(
            "To check it: write the text as ASCII, then salt and seed as the 32 bytes each that "
            "the hexadecimal digits stand for; hash them together and compare."
        )


def proof_of(game: Game) -> Proof:
    """The proof with its explanation; only for a game that is over."""
    if is_secret(game):
        return Proof(game.commitment, "", "", "", _sealed_words())
    return Proof(game.commitment, game.salt, game.seed, game.laid, _words(game))


def _sealed_words() -> str:
    return _(
        "The commitment was shown the day before. Others are still playing this deal: salt and "
        "seed are shown when the day is over."
    )


def _words(game: Game) -> str:
    if game.origin == Game.Origin.CONTINUED:
        return _(
            "Until the moment it was played on from, this is another game; the cards nobody had "
            "seen by then were shuffled anew. The commitment was shown from that moment on. It is "
            "the SHA-256 of “high-society-commitment/1”, the salt and the seed; the seed is the "
            "SHA-256 of the deck as it is written below."
        )
    if game.laid:
        return _(
            "This game was imported without a seed. The commitment was made then and "
            "shows only that the deck was not changed since. It is the SHA-256 of "
            "“high-society-commitment/1”, the salt and the seed; the seed is the SHA-256 of the "
            "deck as it is written below."
        )
    if game.origin == Game.Origin.IMPORTED:
        return _(
            "This game was imported. The commitment was made then, not before the "
            "first card. It is the SHA-256 of “high-society-commitment/1”, the salt and the seed; "
            "the deck follows from the seed."
        )
    return _(
        "The commitment was shown before the first card. It is the SHA-256 of "
        "“high-society-commitment/1”, the salt and the seed; the deck follows from the seed."
    )
