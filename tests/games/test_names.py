"""Nobody in a room goes by a name that looks like another's."""

import re

import pytest

from games import screens
from games.accounts import guest_merging, people
from games.bots.characters import CAST, CHARACTERS
from games.models import LEVELS, NAME_LENGTH, Member, Player, User
from games.play.presence_times import WATCHER_LEFT
from games.rooms import hosting, seating
from games.rooms.bots import new_bot
from games.rooms.names import INVENTED, free_name, invented_name, names_in
from games.rooms.watchers import MOST_WATCHERS
from games.text.cleaning import clean_text
from games.text.confusables import LIKE
from games.text.errors import NameIsTaken, TooManyWatchers
from games.text.lookalikes import is_taken, skeleton
from tests.support.builders import a_game, a_person, a_room, everything
from tests.support.visitors import Visitor, ids, part, url

pytestmark = pytest.mark.django_db

LIKE_BOB = ["Bob", "bob", " B o b ", "Вob", "Bоb", "BОВ", "B0b", "Bób", "Ｂｏｂ"]
LIKE_BOB += ["Bob.", "B\u200bob", "Βob"]
LIKE_BOB += ["ꓐob", "Ᏼob", "Bօb", "Ⲃob", "ʙᴏʙ"]


def refused(no, call, *args):
    """The call is refused and changes nothing."""
    before = everything()
    with pytest.raises(no) as refusal:
        call(*args)
    assert everything() == before
    return str(refusal.value)


@pytest.mark.parametrize("name", LIKE_BOB)
def test_names_that_look_alike_have_one_skeleton(name):
    assert skeleton(clean_text(name, 20)) == skeleton("Bob")


@pytest.mark.parametrize("name", ["Bobby", "Rob", "Bob 2", "Bob🎩", "博", "!"])
def test_others_have_their_own(name):
    assert skeleton(name) != skeleton("Bob")
    assert skeleton(name)


@pytest.mark.parametrize(("one", "other"), [("Ill", "lII"), ("Arno", "Amo"), ("paypal", "раураl")])
def test_strokes_and_pairs_are_folded_too(one, other):
    assert is_taken(one, [other])


@pytest.mark.parametrize("name", ["ᗷob", "ᏴⲟᏏ", "B𐐬b", "Boᑲ", "Ꞵσb", "B𐓪Ь", "B〇b", "Bഠb"])
def test_letters_of_rare_scripts_look_like_latin_ones(name):
    assert skeleton(clean_text(name, 20)) == skeleton("Bob")


def test_every_confusable_character_is_folded():
    for letter, alike in LIKE.items():
        for each in alike:
            assert skeleton(f"Q{each}Q") == skeleton(f"Q{letter}Q"), (letter, each)


def test_names_of_signs_alone_differ_by_their_signs():
    assert not is_taken("🎩", ["👑"])
    assert not is_taken("!!!", ["???"])


@pytest.mark.parametrize("enter", [seating.sit, seating.watch])
@pytest.mark.parametrize("name", LIKE_BOB)
def test_nobody_comes_in_by_the_name_of_another(enter, name):
    here, double = a_room(3), a_person(name)

    sentence = refused(NameIsTaken, enter, here.room.pk, double)

    free = free_name(name, ["Ann", "Bob", "Cid"])
    assert sentence == f"That name is taken here. How about “{free}”?"
    assert not is_taken(free, ["Ann", "Bob", "Cid"])


@pytest.mark.parametrize("route", ["sit", "watch"])
def test_a_refused_name_leaves_no_guest_behind(route):
    here = a_room(2)
    before = everything()

    answer = Visitor().post(route, here.room, {"name": "Bоb"})

    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Someone here is already called <bdi>Bоb</bdi>." in part(page, "join")
    assert 'value="Bоb"' in part(page, "join")
    assert everything() == before


@pytest.mark.parametrize("route", ["sit", "watch"])
def test_a_refused_name_comes_back_with_one_that_is_free(route):
    here, guest = a_room(2), Visitor()
    answer = guest.post(route, here.room, {"name": "bob"}, headers={"HX-Request": "true"})
    form = answer.content.decode()
    free = re.search(r'<button[^>]* name="name" value="([^"]*)" formaction="([^"]*)"', form)

    assert answer.status_code == 409
    assert ids(form) == {"join", "name", "name-taken"}
    assert '<div id="join" hx-swap-oob="true">' in form
    assert (free[1], free[2]) == ("bob II", url(route, here.room))
    assert guest.client.post(free[2], {"name": ["bob", free[1]]}).status_code == 302
    assert guest.player.name == "bob II"


def test_who_comes_back_to_a_game_under_a_taken_name_can_choose_another():
    here = a_game()
    cid = here.people[2]
    seating.leave(here.room.pk, cid)
    people.rename(cid, "Bob")
    page = Visitor(cid).post("sit", here.room).content.decode()

    assert 'value="Bob"' in part(page, "join")
    assert Visitor(cid).post("sit", here.room, {"name": "Bob II"}).status_code == 302


def test_nobody_takes_the_name_of_another_while_a_game_runs():
    here = a_game()
    ann = here.people[0]

    refused(NameIsTaken, people.rename, ann, "Вob")
    refused(NameIsTaken, people.set_name, ann, "Вob")

    people.rename(ann, "ANN")
    assert Player.objects.get(pk=ann.pk).name == "ANN"


@pytest.mark.parametrize("route", ["open-room", "play-now"])
def test_a_new_room_is_no_way_round_it(route):
    here = a_game()
    ann = Visitor(here.people[0])

    assert ann.post(route, data={"name": "Bob"}).status_code == 409
    assert Player.objects.get(pk=here.people[0].pk).name == "Ann"


def test_the_name_of_who_has_left_a_running_game_stays_theirs():
    here = a_game()
    bob = here.people[1]
    seating.leave(here.room.pk, bob)

    refused(NameIsTaken, seating.watch, here.room.pk, a_person("Bob"))

    assert seating.sit(here.room.pk, bob) == 1


def test_a_bot_s_name_is_a_name_too_and_a_bot_takes_a_free_one():
    here = a_room(2)
    names = [each.name for each in CAST.values()]
    hosting.choose(here.room.pk, here.people[0], seats=5)
    for name in names:
        seating.watch(here.room.pk, a_person(name.upper()))

    hosting.seat_bot(here.room.pk, here.people[0], "novice")
    hosting.seat_bot(here.room.pk, here.people[0], "novice")

    bots = Member.objects.filter(room=here.room, player__bot__gt="")
    shown = names_in(here.room)
    assert len({skeleton(name) for name in shown}) == len(shown) == 4 + len(names)
    refused(NameIsTaken, seating.watch, here.room.pk, a_person(bots[0].player.name))


@pytest.mark.parametrize("levels", [*([level] * 5 for level in LEVELS), [*LEVELS, LEVELS[-1]]])
def test_five_bots_have_five_names_and_five_faces(levels):
    people = {"Lady Octavia", "baron casimir", "Miss C1ementine"}
    for _ in range(20):
        taken = set(people)
        bots = []
        for level in levels:
            bots.append(new_bot(level, taken))
            taken.add(bots[-1].name)
        characters = [CHARACTERS[bot.bot] for bot in bots]

        assert len({skeleton(name) for name in taken}) == 5 + len(people)
        assert len({each.face for each in characters}) == 5
        assert [each.level for each in characters] == levels
        assert [each.name for each in bots] == [each.name for each in characters]


def test_bots_prefer_the_characters_of_their_level():
    names = {each.name for each in CAST.values() if each.level == "regular"}
    taken: set[str] = set()
    for _ in names:
        taken.add(new_bot("regular", taken).name)

    assert taken == names


def test_every_character_has_room_for_a_numeral_and_none_looks_like_another():
    names = [each.name for each in CAST.values()]

    assert max(map(len, names)) <= NAME_LENGTH - len(" III")
    assert len({skeleton(name) for name in names}) == len(names)
    assert all(len(each.id) <= 20 for each in CHARACTERS.values())


def test_an_invented_name_fits_its_title():
    (ladies, hers), (lords, his) = INVENTED
    hosts = {invented_name() for _ in range(300)}

    assert {"Baroness", "Lady"} <= set(ladies)
    assert "Horatio" in his
    for title, _, name in (host.partition(" ") for host in hosts):
        assert (title in ladies and name in hers) or (title in lords and name in his)
    assert max(len(f"{title} {name}") for title in ladies for name in hers) <= NAME_LENGTH


def test_a_free_name_is_short_enough():
    taken = ["x" * 20]
    for _ in range(12):
        taken.append(free_name("x" * 20, taken))

    assert len({skeleton(name) for name in taken}) == 13
    assert max(map(len, taken)) == 20


def test_the_name_that_is_offered_is_free(monkeypatch):
    here = a_room(2)
    monkeypatch.setattr("games.rooms.names.INVENTED", ((("Lady",), ("Amaryllis",)),))
    seating.watch(here.room.pk, a_person("lady amaryllis"))
    snapshot = screens.load(here.room)

    viewer = screens.viewer_of(snapshot, None, "", "Lady Amaryllis")

    assert viewer.invented == "Lady Amaryllis II"
    assert 'value="Lady Amaryllis II"' in Visitor().page(here.room)


def test_a_guest_who_logs_in_beside_a_namesake_gets_a_numeral():
    here, guest = a_room(3), a_person("Zoe")
    seating.watch(here.room.pk, guest)
    user = User.objects.create_user("Bob", password="a fine evening")
    account = guest_merging.merge_guest(None, user)

    assert guest_merging.merge_guest(guest, user) == account

    assert Player.objects.get(pk=account.pk).name == "Bob II"
    assert Member.objects.filter(room=here.room, player=account).exists()


def test_an_account_whose_name_shows_nothing_is_given_one():
    user = User.objects.create_user("\u3164\u3164", password="a fine evening")

    assert clean_text(guest_merging.merge_guest(None, user).name, 20)


def full_room():
    here = a_room(2)
    guests = [a_person(f"Guest {number:02}") for number in range(2, MOST_WATCHERS + 2)]
    for guest in guests:
        seating.watch(here.room.pk, guest)
    return here, guests


def test_so_many_may_watch_and_no_more():
    here, _ = full_room()

    refused(TooManyWatchers, seating.watch, here.room.pk, a_person("Zoe"))

    seating.sit(here.room.pk, a_person("Yves"))


def test_the_watcher_who_has_been_away_longest_makes_place():
    here, guests = full_room()
    for guest, times in zip(guests, (3, 2), strict=False):
        place = Member.objects.get(player=guest)
        Member.objects.filter(pk=place.pk).update(seen_at=place.seen_at - times * WATCHER_LEFT)

    seating.watch(here.room.pk, zoe := a_person("Zoe"))

    watching = set(here.room.members.filter(chair=None).values_list("player", flat=True))
    assert watching == {zoe.pk, *(guest.pk for guest in guests[1:])}


def test_a_player_without_a_chair_does_not_make_place():
    here = a_game()
    bob = here.people[1]
    seating.leave(here.room.pk, bob)
    seating.watch(here.room.pk, bob)
    place = Member.objects.get(player=bob)
    Member.objects.filter(pk=place.pk).update(seen_at=place.seen_at - 3 * WATCHER_LEFT)

    for number in range(MOST_WATCHERS):
        seating.watch(here.room.pk, a_person(f"Guest {number + 10:02}"))

    refused(TooManyWatchers, seating.watch, here.room.pk, a_person("Zoe"))
    assert Member.objects.filter(player=bob).exists()
