"""What must not be seen before the end: deck, seed, salt, other hands and sealed cards."""

import json
from random import Random

import pytest

from games import screens
from games.engine.cards import advanced_among
from games.engine.dealing import verify
from games.live.frames import fresh_html, move_frames
from games.models import Game, Room
from games.play import position as memory
from games.rooms import chat, ending, seating
from games.screens.cards import cards_html
from tests.support.builders import a_game, a_person, a_room, a_sealed_round, bid, commit
from tests.support.secret_facts import hidden_cards, secrets_of
from tests.support.strategies import some_action
from tests.support.visitors import Visitor, part
from tests.support.witnesses import Witness


def headers_of(response):
    return json.dumps(list(response.items()))


def list_of_all_cards(deal):
    """What each card does, the same in every game with these cards, so no news of this one."""
    return cards_html(deal.edition, advanced_among(deal.deck), "en")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "advanced"),
    [("osprey-2018", ""), ("spec", ""), ("allplay-2025", "gambling excursions yacht-club")],
)
def test_no_page_frame_or_header_holds_a_secret_before_the_end(edition, advanced):
    chance = Random(edition)
    here = a_game("luxury-3", edition=edition, advanced=advanced)
    seating.watch(here.room.pk, eve := a_person("Eve"))
    chat.say(here.room.pk, eve, "Good evening")
    game = Game.objects.get()
    people = (*here.people, eve, None)
    visitors = [Visitor(player) for player in people]
    viewers = [Witness(player, here.room.pk) for player in people]
    snapshot = screens.load(Room.objects.get())
    for viewer in viewers:
        viewer.seen.append(fresh_html(viewer, snapshot))

    while not (state := here.state()).is_over:
        surfaces = [html for viewer in viewers for html in viewer.seen]
        if chance.random() < 0.5:
            response = chance.choice(visitors).get("room", here.room)
            surfaces += [response.content.decode(), headers_of(response)]
        told = "".join(surfaces).replace(list_of_all_cards(state.deal), "")
        assert game.seed not in told
        assert game.salt not in told
        assert not hidden_cards(state).search(told)
        for viewer in viewers:
            viewer.seen.clear()
        position = here.do(some_action(state, chance, 0.3))
        if not position.state.is_over:
            for viewer, html in move_frames(viewers, position):
                viewer.seen.append(html)

    for visitor in visitors:
        page = visitor.page(here.room)
        assert game.seed in page
        assert game.salt in page
        assert game.commitment in page
    assert verify(game.commitment, bytes.fromhex(game.seed), bytes.fromhex(game.salt))


@pytest.mark.django_db
def test_the_commitment_is_shown_from_the_first_card_on():
    here = a_game()

    assert here.game.commitment in Visitor().page(here.room)


@pytest.mark.django_db
def test_refusals_hold_no_secret():
    here = a_sealed_round()
    here.do(commit(0, 25))
    game = Game.objects.get()
    moves = [
        {"type": "commit", "version": "1", "cards": ["7"]},
        {"type": "commit", "version": "9", "cards": ["25000"]},
        {"type": "bid", "version": "1", "cards": ["25000"]},
        {"type": "discard", "version": "1", "card": "luxury-1"},
    ]
    for move in moves:
        response = Visitor(here.people[1]).post("play", here.room, move)
        assert response.status_code == 409
        told = response.content.decode() + headers_of(response)
        assert not any(secret in told for secret in secrets_of(game))
        alert = part(told, "alert")
        assert "25" not in alert
        assert not hidden_cards(here.state()).search(part(told, "log"))


@pytest.mark.django_db
def test_a_broken_off_game_keeps_its_secrets():
    here = a_game()
    ending.break_off(here.room.pk, here.people[0])

    page = Visitor(here.people[0]).page(here.room)

    assert not any(secret in page for secret in secrets_of(here.game))


@pytest.mark.django_db
def test_a_hand_is_in_no_page_but_its_owner_s():
    here = a_game()
    here.do(bid(0, 25))

    assert "<fieldset" in part(Visitor(here.people[0]).page(here.room), "hand")
    for stranger in (None, a_person("Out")):
        page = Visitor(stranger).page(here.room)
        assert 'name="cards"' not in page


@pytest.mark.django_db
def test_a_room_before_the_game_has_nothing_to_hide():
    here = a_room(3)

    page = Visitor(here.people[0]).page(here.room)

    assert 'name="cards"' not in page
    assert memory._positions == {}
