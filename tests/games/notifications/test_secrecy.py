"""Two games alike in all that a reader may know: the same bytes in every notification and letter.

A hundred pairs in the ordinary run; the long form is `PAIRS=10000 script/test` with this path.
"""

import os
import re
from dataclasses import replace
from random import Random
from secrets import token_hex

import pytest
from django.utils import timezone

from games.engine.auto_bids import AutoBid, auto_bids_text
from games.models import (
    CORRESPONDENCE,
    Delivery,
    Game,
    Letter,
    MailAddress,
    NotificationKind,
    PushSubscription,
    Review,
    User,
)
from games.notifications.deciding import players_to_act
from games.notifications.letters import letter_for
from games.notifications.messages import message_for, payload_of, words_of
from games.play import position as memory
from games.play.position import forget_positions
from games.rooms import starting
from tests.support.builders import a_room, deal_anew, play_on
from tests.support.notifying import everybody_leaves
from tests.support.push_service import Phone
from tests.support.shown_games import HOUSES, unlike_position

pytestmark = pytest.mark.django_db(transaction=True)
COUNT = int(os.environ.get("PAIRS", "100"))
# What a moment changes, or chance: the time in a signature, and the borders between two parts.
CHANGING = re.compile(rb"^Date:.*$|={10,}\d+==|/mail/off/[^>\"\s]+", re.MULTILINE)


@pytest.fixture(autouse=True)
def a_site_that_writes(settings):
    settings.EMAIL_URL = "smtp://"
    settings.SITE_ORIGINS = ["https://play.example"]


def a_house(edition, seats, advanced, chance):
    """A game over days between people with phones and addresses, who are all away."""
    kept = {"edition": edition, "advanced": [card.id for card in advanced], "seats": seats}
    here = a_room(seats, clock=CORRESPONDENCE, **kept)
    here.game = starting.start(here.room.pk, here.people[0])
    deal_anew(here.game, chance.randbytes(32))
    for number, player in enumerate(here.people):
        player.user = User.objects.create_user(f"u{token_hex(8)}")
        player.save()
        Phone(f"https://push.example/{token_hex(8)}").subscribe(player)
        address = f"reader{number}@example.com"
        facts = {"language": "de" if number % 2 else "en", "verified_at": timezone.now()}
        MailAddress.objects.create(player=player, address=address, **facts)
    PushSubscription.objects.filter(device__player=here.people[1]).update(language="de")
    done = {"total": 1, "format": 1, "state": Review.State.DONE, "report": {}, "due_at": None}
    Review.objects.create(game=here.game, asked_by=here.people[0], **done)
    everybody_leaves(here)
    return here


def told(player, game_id):
    """Every byte that could be sent to the player now, of each kind, by push and by mail."""
    game = Game.objects.select_related("room__host").get(pk=game_id)
    return {"to act": player.pk in players_to_act(game), **pushed(player, game)} | written(
        player, game
    )


def pushed(player, game):
    related = PushSubscription.objects.select_related("device__player__user")
    facts = {
        "subscription": related.get(device__player=player),
        "version": game.version,
        "created_at": game.started_at,
    }
    found = {}
    for kind in NotificationKind.values:
        about = None if kind == NotificationKind.TEST else game
        row = Delivery(pk=1, game=about, kind=kind, **facts)
        words, message = words_of(row), message_for(row, game.started_at)
        if words is not None and message is not None:
            sent = payload_of(row, words), message.ttl, message.urgency, message.topic
            found[kind] = (*sent, len(message.body))
    return found


def written(player, game):
    address = MailAddress.objects.select_related("player__user").get(player=player)
    found = {}
    for kind, wish in (("turn", "turns"), ("deadline", "turns"), ("digest", "digest")):
        address.wish = wish
        facts = {"version": game.version, "created_at": game.started_at}
        mail = letter_for(Letter(pk=1, address=address, game=game, kind=kind, **facts))
        found[f"letter {kind}"] = mail and CHANGING.sub(b"", mail.message().as_bytes())
    return found


def make_unlike(here, seat, chance):
    """Change all that the person on this seat cannot know; whether the position is another now."""
    position = here.position()
    other = replace(unlike_position(position, seat, chance), hash="other")
    lot = position.state.revealed
    plans = {each: AutoBid(lot, 25_000) for each in range(len(here.people)) if each != seat}
    secrets = {"seed": token_hex(32), "salt": token_hex(32), "auto_bids": auto_bids_text(plans)}
    Game.objects.filter(pk=here.game.pk).update(**secrets)
    memory._positions[here.game.pk] = other
    return other.state != position.state


def pairs_in(here, chance):
    """For each person what is told them, and what of a game unlike it, as often as one can ask."""
    while not here.state().is_over:
        for seat, player in enumerate(here.people):
            row = Game.objects.filter(pk=here.game.pk).values("seed", "salt", "auto_bids").get()
            one = told(player, here.game.pk)
            differ = make_unlike(here, seat, chance)
            yield one, told(player, here.game.pk), differ
            Game.objects.filter(pk=here.game.pk).update(**row)
            forget_positions()
        play_on(here, chance, actions=chance.randint(1, 9))


def pairs(chance):
    """So many of them, from every edition in turn."""
    found = 0
    while found < COUNT:
        for house in HOUSES:
            for pair in pairs_in(a_house(*house, chance), chance):
                found += 1
                yield pair
                if found % (COUNT // len(HOUSES)) == 0:
                    break


def test_what_a_reader_cannot_know_changes_no_byte_of_what_they_are_sent():
    differ, turns, letters = [], set(), set()
    for one, other, is_unlike in pairs(Random(16)):
        assert one == other
        differ.append(is_unlike)
        turns.add(one.get("turn"))
        letters.add(one["letter turn"])

    assert sum(differ) > len(differ) / 2
    # Else equal bytes would prove nothing.
    assert len(turns) > 4
    assert len(letters) > 4
