"""A second, slow and plain reading of the rules, against which the engine is checked."""

from itertools import combinations
from typing import Any

EDITIONS: dict[str, dict[str, bool]] = {
    "allplay-2025": {"stars": True, "floors_half": True, "below_zero": True, "luxury_ties": True},
    "classic": {"stars": False, "floors_half": False, "below_zero": True, "luxury_ties": False},
    "osprey-2018": {"stars": False, "floors_half": False, "below_zero": True, "luxury_ties": True},
    "manual": {"stars": False, "floors_half": True, "below_zero": False, "luxury_ties": True},
    "spec": {"stars": False, "floors_half": False, "below_zero": True, "luxury_ties": False},
}

MONEY = [1000, 2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000]
NUMBERED = {f"luxury-{number}": number for number in range(1, 11)}
LUXURIES = {**NUMBERED, "excursions": 12, "yacht-club": 5}
PRESTIGES = ["prestige-1", "prestige-2", "prestige-3"]
DISGRACES = ["half", "minus-five", "theft"]
END_CARDS = [*PRESTIGES, "half"]
STARS = ["gambling", "excursions", "yacht-club"]
BASIC_CARDS = [*NUMBERED, *PRESTIGES, *DISGRACES]

FIELDS = {"bid": {"cards"}, "pass": set(), "discard": {"card"}, "commit": {"card"}}
ALLOWED = {"auction": ["bid", "pass"], "theft": ["discard"], "yacht-club": ["commit"], "over": []}


class Illegal(ValueError):
    """The action is not allowed now."""


class Oracle:
    def __init__(
        self,
        edition: str,
        advanced: list[str],
        seats: int,
        first_seat: int,
        deck: list[str],
        show_spent: bool,
    ) -> None:
        check_setup(edition, advanced, seats, first_seat, deck)
        self.rules = EDITIONS[edition]
        self.seats = list(range(seats))
        self.show_spent = show_spent
        self.deck = list(deck)
        self.revealed: list[str] = []
        self.hands: list[list[int]] = [list(MONEY) for _ in self.seats]
        self.bids: list[list[int]] = [[] for _ in self.seats]
        self.spent: list[list[int]] = [[] for _ in self.seats]
        self.claimed: list[list[str]] = [[] for _ in self.seats]
        self.passed: set[int] = set()
        self.commits: dict[int, int] = {}
        self.first = first_seat
        self.turn: int | None = None
        self.lot: str | None = None
        self.phase = "auction"
        self._next_round()

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def seats_to_act(self) -> list[int]:
        if self.phase == "yacht-club":
            return [seat for seat in self.seats if self.hands[seat] and seat not in self.commits]
        return [] if self.turn is None else [self.turn]

    def legal(self, seat: int) -> list[dict[str, Any]]:
        if seat not in self.seats:
            return []
        hand = sorted(self.hands[seat])
        tries: list[dict[str, Any]] = [{"seat": seat, "type": "pass"}]
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                tries.append({"seat": seat, "type": "bid", "cards": list(cards)})
        for status_card in self.claimed[seat]:
            tries.append({"seat": seat, "type": "discard", "card": status_card})
        for money_card in hand:
            tries.append({"seat": seat, "type": "commit", "card": money_card})
        return [action for action in tries if self._objection(action) is None]

    def play(self, action: dict[str, Any]) -> None:
        objection = self._objection(action)
        if objection is not None:
            raise Illegal(objection)
        seat = action["seat"]
        if action["type"] == "bid":
            self._bid(seat, action["cards"])
        elif action["type"] == "pass":
            self._pass(seat)
        elif action["type"] == "discard":
            self._discard(seat, action["card"])
        else:
            self._commit(seat, action["card"])

    def _objection(self, action: dict[str, Any]) -> str | None:
        kind = action.get("type")
        if not isinstance(kind, str) or kind not in FIELDS:
            return "There is no such action."
        if set(action) != {"seat", "type"} | FIELDS[kind]:
            return "The action has a missing or a needless field."
        seat = action["seat"]
        if type(seat) is not int or seat not in self.seats_to_act():
            return "This seat is not to act now."
        if kind not in ALLOWED[self.phase]:
            return "This is not the time for this action."
        if kind == "bid":
            return self._objection_to_bid(seat, action["cards"])
        if kind == "discard" and action["card"] not in self._luxuries_of(seat):
            return "Only a luxury of one's own can be discarded."
        if kind == "commit" and not self._in_hand(seat, action["card"]):
            return "A sealed bid is one card from the hand."
        return None

    def _objection_to_bid(self, seat: int, cards: Any) -> str | None:
        if not isinstance(cards, list) or not cards:
            return "Choose at least one money card to bid."
        for card in cards:
            if not self._in_hand(seat, card):
                return "A bid is made with cards from the hand."
            if cards.count(card) > 1:
                return "A money card can be laid only once."
        if sum(self.bids[seat]) + sum(cards) <= self._highest_bid():
            return "A bid must be above the highest bid."
        return None

    def _in_hand(self, seat: int, card: Any) -> bool:
        return type(card) is int and card in self.hands[seat]

    def _bid(self, seat: int, cards: list[int]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.bids[seat].append(card)
        self._pass_the_turn(seat)

    def _pass(self, seat: int) -> None:
        self.hands[seat] += self.bids[seat]
        self.bids[seat] = []
        if self.lot in DISGRACES:
            self._award(seat)
            return
        self.passed.add(seat)
        still_in = [other for other in self.seats if other not in self.passed]
        if len(still_in) == 1:
            self._award(still_in[0])
            return
        self._pass_the_turn(seat)

    def _discard(self, seat: int, card: str) -> None:
        self.claimed[seat].remove(card)
        self.claimed[seat].remove("theft")
        self._next_round()

    def _commit(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.commits[seat] = card
        if self.seats_to_act():
            return
        values = list(self.commits.values())
        unique = [other for other in self.commits if values.count(self.commits[other]) == 1]
        winners = keep_best(unique, self.commits)
        for other in self.commits:
            self.spent[other].append(self.commits[other])
        self.commits = {}
        if winners:
            self._award(winners[0])
        else:
            self._next_round()

    def _pass_the_turn(self, seat: int) -> None:
        following = (seat + 1) % len(self.seats)
        while following in self.passed:
            following = (following + 1) % len(self.seats)
        self.turn = following

    def _award(self, seat: int) -> None:
        """Every bid still on the table is spent, and the seat claims the lot."""
        for other in self.seats:
            self.spent[other] += self.bids[other]
            self.bids[other] = []
        self.passed = set()
        self.first = seat
        card = self.lot
        assert card is not None
        self.claimed[seat].append(card)
        if card == "excursions":
            self._return_money_to_all_but(seat)
        if card == "theft" and len(self._luxuries_of(seat)) >= 2:
            self.phase = "theft"
            self.turn = seat
            return
        if "theft" in self.claimed[seat] and self._luxuries_of(seat):
            self.claimed[seat].remove(self._luxuries_of(seat)[0])
            self.claimed[seat].remove("theft")
        self._next_round()

    def _return_money_to_all_but(self, seat: int) -> None:
        for other in self.seats:
            if other == seat or not self.spent[other]:
                continue
            card = max(self.spent[other])
            self.spent[other].remove(card)
            self.hands[other].append(card)

    def _next_round(self) -> None:
        self.lot = self.deck.pop(0)
        self.revealed.append(self.lot)
        if len([card for card in self.revealed if card in END_CARDS]) == 4:
            self.lot = self.turn = None
            self.phase = "over"
            return
        if self.lot != "yacht-club":
            self.turn = self.first
            self.phase = "auction"
            return
        self.turn = None
        self.phase = "yacht-club"
        if not self.seats_to_act():
            self._next_round()

    def _highest_bid(self) -> int:
        return max(sum(bid) for bid in self.bids)

    def _highest_bidder(self) -> int | None:
        for seat in self.seats:
            if self.bids[seat] and sum(self.bids[seat]) == self._highest_bid():
                return seat
        return None

    def _luxuries_of(self, seat: int) -> list[str]:
        return [card for card in self.claimed[seat] if card in LUXURIES]

    def known_to(self, seat: int | None) -> dict[str, Any]:
        spent: list[list[int] | None] = []
        for other in self.seats:
            visible = self.show_spent or other == seat
            spent.append(sorted(self.spent[other]) if visible else None)
        return {
            "lot": self.lot,
            "highest_bid": self._highest_bid(),
            "highest_bidder": self._highest_bidder(),
            "turn": self.turn,
            "bids": [sorted(bid) for bid in self.bids],
            "committed": [other in self.commits for other in self.seats],
            "passed": [other in self.passed for other in self.seats],
            "claimed": [list(cards) for cards in self.claimed],
            "revealed": list(self.revealed),
            "deck_left": len(self.deck),
            "end_cards_left": len([card for card in self.deck if card in END_CARDS]),
            "hand": None if seat is None else sorted(self.hands[seat]),
            "spent": spent,
        }

    def result(self) -> dict[str, Any] | None:
        if not self.over:
            return None
        money = [self._money_of(seat) for seat in self.seats]
        status = [self._status_of(seat) for seat in self.seats]
        cast_out = [seat for seat in self.seats if money[seat] == min(money)]
        winners = [seat for seat in self.seats if seat not in cast_out]
        winners = keep_best(winners, status)
        winners = keep_best(winners, money)
        if self.rules["luxury_ties"]:
            winners = keep_best(winners, [self._best_luxury_of(seat) for seat in self.seats])
        return {"money": money, "status": status, "cast_out": cast_out, "winners": winners}

    def _money_of(self, seat: int) -> int:
        times = 2 if "gambling" in self.claimed[seat] else 1
        return sum(self.hands[seat]) * times

    def _status_of(self, seat: int) -> int | float:
        cards = self.claimed[seat]
        status = sum(LUXURIES[card] for card in self._luxuries_of(seat))
        if "minus-five" in cards:
            status -= 5
        if status < 0 and not self.rules["below_zero"]:
            status = 0
        status *= 2 ** len([card for card in cards if card in PRESTIGES])
        if "half" not in cards:
            return status
        if self.rules["floors_half"] or status % 2 == 0:
            return status // 2
        return status / 2

    def _best_luxury_of(self, seat: int) -> int:
        return max([LUXURIES[card] for card in self._luxuries_of(seat)], default=0)


def keep_best(seats: list[int], values: Any) -> list[int]:
    best = max([values[seat] for seat in seats], default=None)
    return [seat for seat in seats if values[seat] == best]


def check_setup(edition: str, advanced: list[str], seats: int, first: int, deck: list[str]) -> None:
    if edition not in EDITIONS:
        raise ValueError("There is no such edition.")
    if not set(advanced) <= set(STARS if EDITIONS[edition]["stars"] else []):
        raise ValueError("The edition does not have these advanced cards.")
    if sorted(deck) != sorted(BASIC_CARDS + list(set(advanced))):
        raise ValueError("The deck is not the edition's cards, each once.")
    if seats not in [3, 4, 5] or first not in range(seats):
        raise ValueError("There are three to five seats, and one of them is first.")
