"""What the coach says: at each step of the lesson, and to an action that was not advised."""

from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from games.engine.actions import Action, Bid, Pass
from games.engine.cards import Card
from games.engine.money import TOTAL
from games.engine.state import GameState
from games.lessons.script import EDITION, LOTS, OPPONENTS, YOU, Step
from games.text.card_names import kind_name, lot_name
from games.text.numbers import money_text


class Words(NamedTuple):
    """What the coach says at a step: what to look at, and what to do."""

    text: str
    task: str


WORDS = {
    "first-bid": Words(
        gettext_noop(
            "%(luxury)s 8 is for sale. It is worth 8 status and goes to the highest bidder. "
            "Everyone has the same eleven notes, and you go first."
        ),
        gettext_noop("Choose your 4, then press “Bid”."),
    ),
    "add": Words(
        gettext_noop(
            "The highest bid is 8 now. Your 4 stays on the table: you can only add to it. You need "
            "9 in all, so 5 more."
        ),
        gettext_noop("Add your 3 and your 2, then bid."),
    ),
    "won": Words(
        gettext_noop(
            "%(octavia)s is about to pass. Then %(luxury)s 8 is yours, and your notes are gone for "
            "good. Only the winner pays: the others take theirs back."
        ),
        "",
    ),
    "end-card": Words(
        gettext_noop(
            "%(prestige)s doubles your status. It is also an end card: as soon as the fourth end "
            "card turns up, the game is over. You won the last lot, so you go first."
        ),
        gettext_noop("Bid your 6."),
    ),
    "no-change": Words(
        gettext_noop(
            "You have laid 6 and need 11: 5 more. But your 2, 3 and 4 are spent, and nobody gives "
            "change: with your 8 you bid 14, and pay 14 if you win."
        ),
        gettext_noop("Add your 8 and bid 14."),
    ),
    "pass": Words(
        gettext_noop(
            "%(clementine)s raises to 15. If you pass, you take your 6 and 8 back and pay nothing. "
            "But you are out until the next lot."
        ),
        gettext_noop("Press “Pass”."),
    ),
    "disgrace": Words(
        gettext_noop(
            "%(passe)s takes 5 from your status, so you bid to avoid it. The first to pass takes "
            "it and gets their notes back. Everyone else pays what they have laid."
        ),
        gettext_noop("Stay in: bid your 6."),
    ),
    "avoided": Words(
        gettext_noop(
            "%(barnaby)s is about to pass: he takes %(passe)s and gets his 2 back. The others pay: "
            "you 6, %(clementine)s 7, %(octavia)s 3. Passing would have cost you 5 status."
        ),
        "",
    ),
    "save": Words(
        gettext_noop(
            "%(octavia)s bids 8 for %(luxury)s 5. You need not buy everything. At the end whoever "
            "has the least money is cast out and cannot win."
        ),
        gettext_noop("Pass, and keep your notes."),
    ),
    "double": Words(
        gettext_noop(
            "The second end card, and %(prestige)s again: it would make your 8 status 16. "
            "%(octavia)s bids 12."
        ),
        gettext_noop("Bid your 15."),
    ),
    "raise": Words(
        gettext_noop("22 is the highest bid now. You have laid 15, so add at least 8."),
        gettext_noop("Add your 8 and bid 23."),
    ),
    "best-luxury": Words(
        gettext_noop(
            "%(prestige)s is yours for 23, and you have 16 status. Now %(luxury)s 10 is for sale, "
            "the best of all, and you go first."
        ),
        gettext_noop("Bid your 12."),
    ),
    "let-go": Words(
        gettext_noop(
            "Keep track of what others spend. %(clementine)s has paid 15 and 7; with these 25 it "
            "will be 47. You have paid 38."
        ),
        gettext_noop("Pass, and save your money."),
    ),
    "last-chance": Words(
        gettext_noop(
            "The third end card: the next one ends the game. If you won this for 26, you would "
            "have 42 left and %(clementine)s 59: you would be the poorest."
        ),
        gettext_noop("Pass, and keep your 68."),
    ),
    "end": Words(
        gettext_noop(
            "%(scandale)s was the fourth end card: the game is over at once, and nobody bids on it."
        ),
        gettext_noop(
            "%(clementine)s has the most status, 40, but the least money, 24, and is cast out. You "
            "win with 16."
        ),
    ),
}
PASS_LATER = gettext_noop(
    "You may pass: you pay nothing, but you are out until the next lot. This time, bid and see "
    "what happens."
)
TAKE_LATER = gettext_noop(
    "You may pass: you would take %(passe)s and keep your money, and the others would pay. This "
    "time, let somebody else take it."
)
PAY_LESS = gettext_noop(
    "You may bid %(total)s, but if you win you pay all of it: nobody gives change."
)
OTHER_CARDS = gettext_noop("You may bid that, too, but this lesson goes on with another bid.")
SAVE_IT = gettext_noop("You may bid %(total)s, but if you win you have only %(left)s left.")
TOO_POOR = gettext_noop(
    "If you won with %(total)s, you would have %(left)s left and %(clementine)s 59. If the game "
    "ended then, you would be cast out."
)


def words_of(step: Step) -> Words:
    """What the coach says at this step, in the reader's language."""
    words, facts = WORDS[step.id], _names()
    return Words(gettext(words.text) % facts, gettext(words.task) % facts if words.task else "")


def answer_to(step: Step, state: GameState, action: Action) -> str:
    """The sentence for a legal action that was not advised at `step`."""
    facts = _names() | (_bid_facts(state, action) if isinstance(action, Bid) else {})
    return gettext(_sentence(step, state, action)) % facts


def _sentence(step: Step, state: GameState, action: Action) -> str:
    if isinstance(action, Pass):
        return TAKE_LATER if state.lot is Card.MINUS_FIVE else PASS_LATER
    if not isinstance(step.advice, Bid):
        return TOO_POOR if step.id == "last-chance" else SAVE_IT
    is_dearer = isinstance(action, Bid) and sum(action.money) > sum(step.advice.money)
    return PAY_LESS if is_dearer else OTHER_CARDS


def _bid_facts(state: GameState, bid: Bid) -> dict[str, str]:
    me = state.players[YOU]
    total, left = TOTAL[me.bid | bid.mask], TOTAL[me.hand & ~bid.mask]
    return {"total": money_text(EDITION, total), "left": money_text(EDITION, left)}


def _names() -> dict[str, str]:
    """The names of people and cards, as the table writes them."""
    return {character.id: character.name for character in OPPONENTS} | {
        "luxury": kind_name(EDITION, LOTS[0]),
        "prestige": kind_name(EDITION, Card.PRESTIGE_1),
        "passe": lot_name(EDITION, Card.MINUS_FIVE),
        "scandale": lot_name(EDITION, Card.HALF),
    }
