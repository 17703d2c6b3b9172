"""Builders: finished games between quick bots, and a small effort to think about them."""

from functools import cache
from random import Random

from games.bots import BOTS
from games.bots.memory import NOTHING
from games.engine.observation import observe
from games.engine.record import Record
from games.engine.state import Deal
from tests.support.bot_games import a_shuffled_deal
from tests.support.positions import cards

LOTS = 20_000


@cache
def a_played_game(seats: int = 4, edition: str = "osprey-2018", stars: str = "", number: int = 1):
    """A whole game between novices, the same whenever it is asked for."""
    rng = Random(f"{seats}{edition}{stars}{number}")
    return played(a_shuffled_deal(edition, seats, cards(stars), rng), rng)


def played(deal: Deal, rng: Random, actions=()) -> Record:
    """The game that goes on with novices after `actions`."""
    names = tuple("ABCDE"[: deal.seats])
    record = Record(deal, names, tuple(actions))
    while not record.final.is_over:
        record = Record(deal, names, (*record.actions, _act(record, rng)))
    return record


def _act(record: Record, rng: Random):
    seat = record.final.seats_to_act[0]
    return BOTS["novice"](observe(record.final, seat), NOTHING, rng)


def with_another_rest(record: Record, revealed: int, rng: Random) -> Deal:
    """The same deal as far as it was seen; the cards after that in another order."""
    deal, rest = record.deal, list(record.deal.deck[revealed:])
    rng.shuffle(rest)
    deck = (*deal.deck[:revealed], *rest)
    return Deal(deal.edition, deal.seats, deal.first_seat, deck, deal.show_spent)
