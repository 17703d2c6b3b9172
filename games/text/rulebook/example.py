"""The worked example of scoring: invented players, sums computed by the engine.

Bea's odd sum is halved and Dora has just less: where halves are rounded down the two are level and
money decides, where they stay Bea is ahead. Cid is taken below nothing, where an edition allows it.
"""

from django.utils.translation import gettext as _

from games.engine.cards import Card, status_cards
from games.engine.editions import Edition
from games.engine.events import Ended
from games.engine.money import ALL, MASK
from games.engine.scoring import Decision, Number, Result, Score, Step, StepKind, result_of
from games.engine.state import Deal, GameState, Phase, SeatState
from games.text.card_names import lot_title
from games.text.events import Narrator
from games.text.numbers import money_text, status_text
from games.text.rulebook.blocks import Example, ExampleLine, words

NAMES = ("Ada", "Bea", "Cid", "Dora")
CLAIMED = (
    (Card.LUXURY_10, Card.LUXURY_8, Card.PRESTIGE_1),
    (Card.LUXURY_9, Card.LUXURY_4, Card.HALF),
    (Card.LUXURY_3, Card.MINUS_FIVE, Card.PRESTIGE_2),
    (Card.LUXURY_5, Card.LUXURY_1),
)
HANDS = ((3_000, 1_000), (8_000, 4_000, 2_000), (20_000,), (15_000, 2_000))


def result_with(edition: Edition, *players: SeatState) -> Result:
    """The result of a game that ends with these seats."""
    claimed = [card for player in players for card in player.claimed]
    rest = [card for card in status_cards(claimed) if card not in claimed]
    deal = Deal(edition, len(players), 0, (*claimed, *rest), edition.shows_spent)
    return result_of(GameState(deal, players, deal.length, Phase.OVER, 0, 0, 0, 0))


def status_with(edition: Edition, *cards: Card) -> Number:
    """The status of a seat with these claimed cards."""
    return result_with(edition, SeatState(claimed=cards)).scores[0].status


def example_result(edition: Edition) -> Result:
    """The result of the example in this edition."""
    hands = [MASK[frozenset(hand)] for hand in HANDS]
    return result_with(
        edition,
        *(
            SeatState(hand, 0, ALL ^ hand, cards)
            for hand, cards in zip(hands, CLAIMED, strict=True)
        ),
    )


def example(edition: Edition) -> Example:
    """The example, line by line, with the sentences of its result."""
    result = example_result(edition)
    ending = Narrator(edition, NAMES).tell(Ended(result))
    lines = tuple(
        _line(edition, name, score, seat in result.winners)
        for seat, (name, score) in enumerate(zip(NAMES, result.scores, strict=True))
    )
    return Example(lines, f"{ending} {_decided(edition, result)}".strip())


def _line(edition: Edition, name: str, score: Score, is_winner: bool) -> ExampleLine:
    return ExampleLine(
        name=name,
        money=money_text(edition, score.money),
        steps=tuple(_step(edition, step) for step in score.steps),
        status=status_text(score.status),
        is_cast_out=score.is_cast_out,
        is_winner=is_winner,
    )


def _step(edition: Edition, step: Step) -> str:
    after = status_text(step.status)
    if step.kind is StepKind.LUXURIES:
        return _sum([str(card.worth) for card in step.cards], after)
    return f"{lot_title(edition, step.cards[0])}: {after}"


def _sum(numbers: list[str], total: str) -> str:
    return f"{' + '.join(numbers)} = {total}" if len(numbers) > 1 else total


def _decided(edition: Edition, result: Result) -> str:
    """The sentence on what decided a tie on status; “” without a tie."""
    match result.decision:
        case Decision.MONEY:
            return _("Status was tied, so the money left decided.")
        case Decision.LUXURY:
            return _("Status and money were tied, so the best single %(luxury)s decided.") % words(
                edition
            )
    return ""
