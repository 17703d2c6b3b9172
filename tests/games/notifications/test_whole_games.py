"""A game over days, played by people who only ever open what was sent to them."""

import pytest

from games.models import CORRESPONDENCE, Game
from tests.support.builders import a_game
from tests.support.memory import forget_limits
from tests.support.notifying import everybody_leaves, send_all, time_passes
from tests.support.visitors import Form, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TURNS = 300


class Correspondent:
    """Somebody with a phone, who opens its newest notification and acts on the page behind it."""

    def __init__(self, service, number, player):
        self.visitor, self.service = Visitor(player), service
        self.phone = service.phone(f"/ok/{number}")
        self.phone.subscribe(player)
        self.opened = 0

    def news(self):
        """The notifications that came since the last look; those that withdraw others left out."""
        fresh = self.service.messages(self.phone)[self.opened :]
        self.opened += len(fresh)
        return [message for message in fresh if message["kind"] in {"turn", "deadline"}]

    def act(self, address):
        """Do what the page at the address asks for: bid a little now and then, else pass."""
        form = Form(self.visitor.client.get(address).content.decode())
        response = self.visitor.client.post(form.action, self._move(form))
        if response.status_code == 409:
            passing = {"version": form.version, "type": "pass"}
            response = self.visitor.client.post(form.action, passing)
        assert response.status_code == 302

    def _move(self, form):
        move = {"version": form.version, "type": form.types[0]}
        match move["type"]:
            case "discard":
                return move | {"card": form.luxuries[0]}
            case "commit":
                return move | {"cards": [form.cards[-1]]}
        is_bidding = "bid" in form.types and form.cards and int(form.version) % 3 == 0
        return move | (
            {"type": "bid", "cards": form.cards[-1:]} if is_bidding else {"type": "pass"}
        )


def test_a_game_over_days_is_played_to_its_end_by_notifications_alone(service):
    here = a_game(clock=CORRESPONDENCE)
    people = [Correspondent(service, *pair) for pair in enumerate(here.people)]
    turns = 0
    while Game.objects.get().status == Game.Status.RUNNING:
        forget_limits()
        everybody_leaves(here)
        time_passes()
        send_all()
        told = [(person, person.news()) for person in people]
        told = [(person, news) for person, news in told if news]
        assert len(told) == 1, "whose turn it is, and nobody else, is told"
        person, news = told[0]
        person.act(news[-1]["url"])
        turns += 1
        assert turns < MOST_TURNS

    assert Game.objects.get().result
    assert turns == Game.objects.get().version
