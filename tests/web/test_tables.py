"""The page of open tables, with scripts off, and what is decided about a table in its room."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts import people
from games.models import Block, Favourite, Game, Invitation, Player, Room
from games.open_tables import favourites, listing
from games.open_tables.matching import find
from games.rooms import hosting, open_rooms, seating
from games.screens.open_tables import tables_html
from tests.support.builders import a_game, a_person, a_room, everything
from tests.support.open_tables import QUICK, an_account, an_open_game, an_open_table
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def the_list(visitor: Visitor | None = None, **extra: object) -> str:
    return (visitor or Visitor()).get("tables", **extra).content.decode()


def test_the_list_says_what_is_played_and_who_sits_there():
    an_open_table(2, edition="classic", clock=120, seats=5)

    page = words(the_list())

    assert "2 of 5 seats taken · 2 minutes per turn" in " ".join(page.split())
    assert "Ann" in page
    assert "Bob" in page
    assert "2 people are waiting for a game." in page


def test_an_open_game_can_be_watched():
    here = an_open_game()

    page = the_list()

    assert "3 players" in words(page)
    assert f'href="/r/{here.room.invite}/"' in page
    stranger = Visitor().page(here.room)
    assert "Watch" in stranger
    assert 'name="cards"' not in stranger


def test_the_list_holds_nothing_of_private_rooms():
    a_room(3)
    a_game()
    locked = an_open_table(1)
    hosting.set_lock(locked.room.pk, locked.people[0], is_locked=True)
    deserted = an_open_table(1)
    deserted.room.members.all().delete()

    assert listing.open_tables() == []
    assert 'class="open-table' not in the_list()


def test_a_line_holds_no_code_no_number_of_a_person_and_no_talk():
    """Only what a stranger may know: all of it stands in the line's value."""
    here = an_open_table(2)

    html = tables_html(listing.open_tables(), "en")

    assert here.room.code not in html
    assert "csrf" not in html
    assert set(re.findall(r'(?:href|id)="([^"]+)"', html)) >= {f"/r/{here.room.invite}/"}
    (table,) = listing.open_tables()
    assert {each.name for each in table.people} == {"Ann", "Bob"}


def test_the_list_is_the_same_for_everybody():
    here = an_open_table(2)
    Block.objects.create(player=here.people[0], blocked=a_person("Zoe"))
    alone = {"HTTP_HX_REQUEST": "true"}

    lists = {
        the_list(visitor, **alone)
        for visitor in (Visitor(), Visitor(here.people[0]), Visitor(Player.objects.last()))
    }

    assert len(lists) == 1


def test_a_list_of_many_tables_takes_no_more_queries(django_assert_max_num_queries):
    for letter in "ABCDEFGH":
        person = a_person(f"Person {letter}")
        room = seating.open_room(person)
        open_rooms.open_to_all(room.pk, person, is_rated=False)
    with django_assert_max_num_queries(3):
        listing.open_tables()


def test_a_list_that_has_not_changed_takes_one_query(django_assert_num_queries):
    here = an_open_table(2)
    listing.known_tables()

    with django_assert_num_queries(1):
        assert len(listing.known_tables()) == 1
    seating.leave(here.room.pk, here.people[1])
    (table,) = listing.known_tables()
    assert [each.name for each in table.people] == ["Ann"]


def test_a_new_name_is_in_the_list():
    here = an_open_table(2)
    listing.known_tables()

    people.rename(here.people[1], "Zoe")

    (table,) = listing.known_tables()
    assert [each.name for each in table.people] == ["Ann", "Zoe"]


def test_a_stranger_finds_a_game_with_a_name_and_one_press():
    visitor = Visitor()
    assert 'name="name"' in the_list(visitor)

    response = visitor.post("find-game", data={"name": "Zoe", "clock": "60", "edition": ""})

    room = Room.objects.get()
    assert response["Location"] == f"/r/{room.invite}/"
    page = words(visitor.page(room))
    assert "Waiting for players: 1 of 4 seats are taken." in page
    assert "Anyone. This table is in the list of open tables" in page
    assert "Back to your table" in the_list(visitor)


def test_the_last_wish_is_offered_again():
    visitor = Visitor(a_person("Zoe"))
    visitor.post("find-game", data={"clock": "120", "edition": "classic"})

    page = the_list(visitor)

    assert '<option value="120" selected>' in re.sub(r"\s+", " ", page)
    assert 'name="name"' not in page


def test_a_guest_is_not_asked_about_rated_games():
    assert 'name="rated"' not in the_list(Visitor(a_person("Zoe")))
    assert 'name="rated"' in the_list(Visitor(an_account("Yan")))


def test_a_bad_wish_is_refused_and_makes_nobody():
    before = everything()

    response = Visitor().post("find-game", data={"name": "Zoe", "clock": "60", "rated": "yes"})

    assert response.status_code == 403
    assert "Rated games need an account" in response.content.decode()
    assert everything() == before


def test_the_page_is_in_german():
    an_open_table(2)

    page = words(the_list(HTTP_ACCEPT_LANGUAGE="de"))

    assert "2 von 4 Plätzen besetzt" in page
    assert "Partie finden" in page


# In the room


def test_a_private_room_says_that_it_is_private():
    here = a_room(2)

    page = words(Visitor(here.people[1]).page(here.room))

    assert "Only people with the link or code. This room is private." in page
    assert "Open it to anyone" not in page


def test_opening_a_room_is_asked_twice_without_scripts():
    here = a_room(2)
    host = Visitor(here.people[0])
    form = {"open": "yes", "ask": "yes"}

    asked = host.post("open-table", here.room, form)

    assert "Strangers will see who is here" in asked.content.decode()
    assert not Room.objects.get().is_open
    host.post("open-table", here.room, {"open": "yes"})
    assert Room.objects.get().is_open
    assert "anyone on this site can find it" in Visitor(here.people[1]).page(here.room)


def test_a_room_is_made_private_again():
    here = an_open_table(2)
    host = Visitor(here.people[0])
    assert "Make it private again" in host.page(here.room)

    host.post("open-table", here.room, {"open": "no"})

    assert not Room.objects.get().is_open
    assert Visitor().get("room", here.room).status_code == 404


def test_bots_are_offered_in_the_room():
    ann = a_person("Ann")
    room = find(ann, QUICK)
    visitor = Visitor(ann)
    assert "After half a minute" in visitor.page(room)
    assert visitor.post("fill", room).status_code == 409

    Room.objects.update(bots_due_at=timezone.now() - timedelta(seconds=1))

    assert "Start now with bots" in visitor.page(room)
    assert visitor.post("fill", room).status_code == 302
    assert Game.objects.get().seats.count() == 4


def test_leaving_an_open_game_is_asked_with_what_follows_from_it():
    here = an_open_game()
    visitor = Visitor(here.people[1])

    question = visitor.post("leave", here.room, {"ask": "yes"}).content.decode()

    assert "A bot plays on for you, and it counts as a leave." in question
    visitor.post("leave", here.room)
    page = visitor.page(here.room)
    assert "You left this game" in page
    assert "Go back to your seat" not in page
    assert 'name="cards"' not in page


def test_nobody_is_offered_to_break_an_open_game_off():
    here = an_open_game()

    page = Visitor(here.people[0]).page(here.room)

    assert "Break the game off" not in page
    assert "Connect a bot" not in page


# Blocks, favourites, invitations


def test_somebody_is_blocked_by_the_menu_beside_their_name():
    here = an_open_table(2)
    visitor = Visitor(here.people[0])
    form = {"player": here.people[1].pk, "blocked": "yes"}

    question = visitor.post("block", here.room, form | {"ask": "yes"}).content.decode()
    assert "Block Bob?" in question
    visitor.post("block", here.room, form)

    assert Block.objects.get().blocked == here.people[1]
    assert "Bob" in visitor.get("company").content.decode()
    assert not here.room.members.filter(player=here.people[0]).exists()
    visitor.post("company-remove", data={"player": here.people[1].pk, "list": "blocks"})
    assert not Block.objects.exists()


def test_who_was_blocked_is_not_told():
    here = a_room(2)
    before = words(Visitor(here.people[1]).page(here.room))

    Visitor(here.people[0]).post("block", here.room, {"player": here.people[1].pk})

    assert words(Visitor(here.people[1]).page(here.room)) == before


def test_strangers_who_never_met_block_nobody():
    here, zoe = a_room(2), a_person("Zoe")

    response = Visitor(here.people[0]).post("block", here.room, {"player": zoe.pk})

    assert response.status_code == 404
    assert not Block.objects.exists()


def test_a_favourite_is_invited_with_one_tap_and_finds_the_way():
    here, zoe = a_room(2), a_person("Zoe")
    host = Visitor(here.people[0])
    met = a_room_with(here.people[0], zoe)
    host.post("favourite", met, {"player": zoe.pk, "favourite": "yes"})
    assert Favourite.objects.get().favourite == zoe

    assert "Zoe" in host.get("invite", here.room).content.decode()
    host.post("invite", here.room, {"player": zoe.pk})
    host.post("invite", here.room, {"player": zoe.pk})

    assert Invitation.objects.count() == 1
    assert "invited" in words(host.get("invite", here.room).content.decode())
    home = Visitor(zoe).get("home").content.decode()
    assert f'href="/r/{here.room.invite}/"' in home
    Visitor(zoe).post("sit", here.room)
    assert "You’re invited" not in Visitor(zoe).get("home").content.decode()


def a_room_with(host: Player, guest: Player) -> Room:
    room = seating.open_room(host)
    seating.sit(room.pk, guest)
    return room


def test_an_invitation_by_somebody_blocked_is_not_shown():
    here, zoe = a_room(2), a_person("Zoe")
    favourites.add_favourite(here.people[0], zoe.pk)
    favourites.invite(here.room.pk, here.people[0], zoe.pk)
    assert favourites.invitations_of(zoe).exists()

    Block.objects.create(player=zoe, blocked=here.people[0])

    assert not favourites.invitations_of(zoe).exists()


def test_an_invitation_into_a_locked_room_is_not_shown():
    here, zoe = a_room(2), a_person("Zoe")
    favourites.add_favourite(here.people[0], zoe.pk)
    favourites.invite(here.room.pk, here.people[0], zoe.pk)

    hosting.set_lock(here.room.pk, here.people[0], is_locked=True)

    assert not favourites.invitations_of(zoe).exists()
