"""Games for property tests: any edition, any deck, players from miserly to reckless."""

from random import Random

from hypothesis import strategies as st

from games.engine.actions import Action
from games.engine.cards import ADVANCED, status_cards
from games.engine.editions import EDITIONS
from games.engine.legal import legal_actions
from games.engine.record import Record
from games.engine.rules import apply, start
from games.engine.state import Deal, GameState

NAMES = ("North", "East", "South", "West", "Zenith")


@st.composite
def deals(draw) -> Deal:
    edition = EDITIONS[draw(st.sampled_from(sorted(EDITIONS)))]
    advanced = draw(st.sets(st.sampled_from(ADVANCED))) if edition.has_advanced else set()
    deck = list(status_cards(advanced))
    Random(draw(st.integers(0, 2**32))).shuffle(deck)
    seats = draw(st.integers(3, 5))
    first = draw(st.integers(0, seats - 1))
    return Deal(edition, seats, first, tuple(deck), draw(st.booleans()))


def some_action(state: GameState, rng: Random, boldness: float) -> Action:
    """A legal action of some seat: the bolder, the more bids, most of them small raises."""
    seat = rng.choice(state.seats_to_act)
    legal = legal_actions(state, seat)
    if len(legal) == 1 or rng.random() > boldness:
        return legal[0]
    return legal[min(rng.randrange(len(legal)), rng.randrange(1, 12))]


@st.composite
def records(draw, finished: bool = False) -> Record:
    """A game, whole or broken off anywhere."""
    deal = draw(deals())
    rng, boldness = Random(draw(st.integers(0, 2**32))), draw(st.sampled_from((0.3, 0.6, 0.9)))
    state, actions = start(deal), []
    while not state.is_over:
        actions.append(some_action(state, rng, boldness))
        state = apply(state, actions[-1])
    if not finished and draw(st.booleans()):
        del actions[draw(st.integers(0, len(actions))) :]
    return Record(deal, NAMES[: deal.seats], tuple(actions))
