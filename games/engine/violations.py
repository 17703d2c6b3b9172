"""Rule violations: a stable code for programs and a sentence for players."""

from typing import ClassVar

from games.engine.editions import gettext_noop


class RuleViolation(Exception):
    """An action the rules do not allow; `facts` fill the gaps of `sentence`."""

    code: ClassVar[str]
    sentence: ClassVar[str]

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as class and facts; exceptions with keyword arguments do not pickle by default."""
        return _made, (type(self), self.facts)

    def __str__(self) -> str:
        return self.sentence % self.facts


def _made(kind: type[RuleViolation], facts: dict[str, object]) -> RuleViolation:
    return kind(**facts)


class GameIsOver(RuleViolation):
    code = "game-over"
    sentence = gettext_noop("The game is over.")


class NoSuchSeat(RuleViolation):
    code = "no-such-seat"
    sentence = gettext_noop("There is no such seat at this table.")


class NotYourTurn(RuleViolation):
    code = "not-your-turn"
    sentence = gettext_noop("It is not your turn.")


class SealedRound(RuleViolation):
    code = "sealed-round"
    sentence = gettext_noop("Play one money card face down for this lot.")


class NotASealedRound(RuleViolation):
    code = "not-a-sealed-round"
    sentence = gettext_noop("No face-down cards for this lot. Bid or pass.")


class DiscardFirst(RuleViolation):
    code = "discard-first"
    sentence = gettext_noop("First choose the card you lose.")


class NothingToDiscard(RuleViolation):
    code = "nothing-to-discard"
    sentence = gettext_noop("You don’t have to give up a card now. Bid or pass.")


class EmptyBid(RuleViolation):
    code = "empty-bid"
    sentence = gettext_noop("Choose at least one money card to bid.")


class CardNotInHand(RuleViolation):
    code = "card-not-in-hand"
    sentence = gettext_noop("That money card isn’t in your hand. Choose another.")


class BidTooLow(RuleViolation):
    code = "bid-too-low"
    sentence = gettext_noop("A bid of %(total)s doesn’t beat %(highest)s. Add more, or pass.")


class NotYourLuxury(RuleViolation):
    code = "not-your-luxury"
    sentence = gettext_noop("You can’t give up that card. Choose another.")


class AlreadyCommitted(RuleViolation):
    code = "already-committed"
    sentence = gettext_noop("Your card is already face down. You can’t change it.")


class NoMoneyToCommit(RuleViolation):
    code = "no-money-to-commit"
    sentence = gettext_noop("You have no money card left to play face down.")
