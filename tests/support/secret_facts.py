"""What of a running game nobody may see."""

import re


def secrets_of(game):
    return (game.seed, game.salt)


def hidden_cards(state):
    """Marks of the cards that nobody has seen yet."""
    hidden = state.deal.deck[state.revealed :]
    return re.compile(
        "|".join(rf"\b{card.id}\b|Luxury {card.worth}\b" for card in hidden if card.worth > 0)
    )
