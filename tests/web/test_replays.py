"""The page of a game that is over: who may see it, at which moment, and what can be done there."""

import re
from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.archive.importing import archive
from games.archive.sharing import share
from games.models import Game, LoggedAction, Player, Room
from games.replays.replay import parts_of, replay_of
from games.rooms import ending, seating
from tests.support.builders import a_game, a_person, bid, everything, import_record, play_on
from tests.support.played_records import played, without_seed
from tests.support.visitors import Visitor, part, text_of, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def here():
    table = a_game("luxury-7 luxury-1")
    play_on(table, Random(5))
    table.game.refresh_from_db()
    return table


def look(player, key, **query):
    return Visitor(player).client.get(url("replay", key), query)


def page(player, key, **query) -> str:
    response = look(player, key, **query)
    assert response.status_code == 200
    return response.content.decode()


def test_a_player_sees_the_game_from_their_own_seat_and_its_beginning(here):
    html = page(here.people[1], here.game.code)

    told = re.search(r'id="told"[^>]*', html)[0]
    assert 'data-at="0"' in told
    assert 'data-view="1"' in told
    assert "Your hand" in html


def test_who_has_the_link_sees_the_table(here):
    html = page(None, share(here.game))

    assert 'data-view="table"' in re.search(r'id="told"[^>]*', html)[0]
    assert 'name="cards"' not in html


@pytest.mark.parametrize("sight", ["0", "1", "2", "table", "open"])
def test_the_page_holds_the_parts_of_the_moment(here, sight):
    again = replay_of(Game.objects.get())
    for at in (0, 3, again.last // 2, again.last - 1):
        html = page(here.people[0], here.game.code, at=at, view=sight)
        chosen = int(sight) if sight.isdecimal() else sight
        for name, expected in parts_of(again, at, chosen, me=0).items():
            assert part(html, name) == expected.strip()


def test_the_hands_are_for_looking_only(here):
    html = page(here.people[0], here.game.code, at=3, view="0")

    assert '<fieldset class="hands__seen" disabled><fieldset id="hand"' in html
    assert 'id="play"' not in html
    assert 'id="controls"' not in html


def test_the_end_shows_scores_charts_and_proof(here):
    html = page(here.people[0], here.game.code, at=here.game.version)

    assert 'id="scores"' in html
    assert 'id="charts"' in html
    assert here.game.seed in html
    earlier = page(here.people[0], here.game.code, at=here.game.version - 1)
    assert here.game.seed not in earlier
    assert 'id="scores"' not in earlier


@pytest.mark.usefixtures("here")
def test_no_moment_but_the_last_shows_a_card_that_was_not_turned_up_yet():
    """The log tells the whole game; the table does not."""
    again = replay_of(Game.objects.get())
    for at in range(0, again.last, 7):
        hidden = again.record.deal.deck[again.record.states[at].revealed :]
        shown = str(parts_of(again, at, "open"))
        assert not any(re.search(rf"\b{card.id}\b", shown) for card in hidden)


@pytest.mark.parametrize("by", ["code", "share"])
def test_a_running_game_is_not_shown(by):
    here = a_game()
    share(here.game)
    key = getattr(here.game, by)

    for player in (*here.people, None):
        response = look(player, key)
        assert response.status_code == 404
        assert "We can’t find that game" in response.content.decode()
        for name in ("share-game", "play-on"):
            assert Visitor(player).post(name, key, {"at": "0"}).status_code == 404
    assert Room.objects.count() == 1


@pytest.mark.parametrize("key", ["NOSUCH22", "%00", "x" * 3000, "%3Cscript%3E", "..%5C..", "é"])
def test_unknown_keys_lead_nowhere(key):
    response = Visitor(a_person()).client.get(f"/g/{key}/")

    assert response.status_code == 404
    assert "We can’t find that game" in response.content.decode()
    assert "<script>" not in response.content.decode()


def test_strangers_and_unknown_keys_get_the_same_answer(here):
    answers = [look(a_person("Zoe"), key) for key in (here.game.code, "NOSUCH22")]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert text_of(answers[0]) == text_of(answers[1])


@pytest.mark.parametrize("at", ["-1", "9999", "abc", "", "1.5", "٣", "1" * 500, "<b>"])
def test_a_moment_that_is_none_gets_a_sentence(here, at):
    response = look(here.people[0], here.game.code, at=at)

    assert response.status_code == 404
    assert "This game has no such move." in response.content.decode()
    assert "<b>" not in response.content.decode().replace("<b>{", "")


@pytest.mark.parametrize("view", ["9", "-1", "3", "", "everything", "0;1"])
def test_a_sight_that_is_none_gets_a_sentence(here, view):
    response = look(here.people[0], here.game.code, view=view)

    assert response.status_code == 404
    assert "This game has no such seat" in response.content.decode()


def test_a_refused_step_is_said_beside_the_page(here):
    visitor = Visitor(here.people[0])

    response = visitor.client.get(
        url("replay", here.game.code), {"at": "999"}, HTTP_HX_REQUEST="true"
    )

    assert response.status_code == 404
    assert 'id="alert"' in response.content.decode()


def test_every_step_leads_to_its_moment_and_keeps_the_sight(here):
    again = replay_of(Game.objects.get())
    html = page(here.people[0], here.game.code, at=4, view="open")
    openings = [
        n
        for n, s in enumerate(again.record.states)
        if n and s.revealed > again.record.states[n - 1].revealed
    ]
    goals = {
        "first": 0,
        "lot-back": max([0, *(ply for ply in openings if ply < 4)]),
        "back": 3,
        "on": 5,
        "lot-on": min(ply for ply in openings if ply > 4),
        "last": again.last,
    }
    for way, goal in goals.items():
        assert f"?at={goal}&amp;view=open" in re.search(rf'<a id="step-{way}"[^>]*', html)[0]


def test_who_played_is_you_in_the_replay_and_others_read_names(here):
    log = [
        part(page(who, key, at=0), "log")
        for who, key in ((here.people[0], here.game.code), (None, share(here.game)))
    ]
    sights = [part(page(here.people[0], here.game.code, at=0), "view")]

    assert "You" in log[0]
    assert not re.search(r"\bAnn (bids|passes|buys)", log[0])
    assert "You" not in log[1]
    assert re.search(r"\bAnn (bids|passes|buys)", log[1])
    assert re.search(r'value="0" selected>You<', sights[0])


def test_there_is_no_way_before_the_beginning_nor_beyond_the_end(here):
    first = page(here.people[0], here.game.code)
    last = page(here.people[0], here.game.code, at=here.game.version)

    for way in ("first", "lot-back", "back"):
        assert "href" not in re.search(rf'<a id="step-{way}"[^>]*', first)[0]
    for way in ("on", "lot-on", "last"):
        assert "href" not in re.search(rf'<a id="step-{way}"[^>]*', last)[0]


def test_every_line_of_the_log_is_a_link_and_the_present_one_is_marked(here):
    log = part(page(here.people[0], here.game.code, at=2, view="table"), "log")

    links = re.findall(r'href="([^"]*)" data-ply="(\d+)"( aria-current="true")?', log)
    assert [int(ply) for _, ply, _ in links] == list(range(here.game.version + 1))
    assert all(f"?at={ply}&amp;view=table" in address for address, ply, _ in links)
    assert [ply for _, ply, current in links if current] == ["2"]


def test_a_step_by_htmx_sends_only_what_may_have_changed(here):
    visitor, address = Visitor(here.people[0]), url("replay", here.game.code)
    step = {"HTTP_HX_REQUEST": "true"}

    html = visitor.client.get(address, {"at": 3}, **step).content.decode()
    sight = visitor.client.get(address, {"at": 3, "view": "open"}, HTTP_HX_TRIGGER="view", **step)
    back = visitor.client.get(address, {"at": 3}, HTTP_HX_HISTORY_RESTORE_REQUEST="true", **step)

    assert "<html" not in html
    assert 'id="stage"' in html
    assert 'id="log"' not in html
    assert 'id="log"' in sight.content.decode()
    assert "<html" in back.content.decode()
    assert "HX-Request" in back["Vary"]


def test_a_game_that_was_broken_off_says_so_where_it_ends():
    here = a_game()
    here.do(bid(0, 6))
    ending.break_off(here.room.pk, here.people[0])

    assert "The game was broken off here." in page(here.people[0], here.game.code, at=1)
    assert "The game was broken off here." not in page(here.people[0], here.game.code, at=0)
    assert Game.objects.get().seed not in page(here.people[0], here.game.code, at=1, view="open")


def test_who_played_makes_the_link_and_sees_it_with_the_moment(here):
    visitor = Visitor(here.people[1])

    response = visitor.post("share-game", here.game.code, {"at": "3", "view": "open"})

    game = Game.objects.get()
    assert response.status_code == 302
    assert response["Location"] == f"/g/{game.code}/?at=3&view=open#share"
    assert (
        f"http://testserver/g/{game.share}/?at=3&amp;view=open"
        in visitor.client.get(response["Location"]).content.decode()
    )
    assert page(None, game.share, at=3, view="open")


def test_who_played_closes_the_link_and_nobody_else_does(here):
    key, closing = share(here.game), {"close": "yes", "at": "3", "view": "open"}
    for player in (None, a_person("Zoe")):
        assert "Turn off the link" not in page(player, key, at=3)
        assert Visitor(player).post("share-game", key, closing).status_code == 404
    assert page(None, key, at=3)

    assert "Turn off the link" in page(here.people[0], key, at=3)
    answer = Visitor(here.people[0]).post("share-game", key, closing)

    assert answer["Location"] == f"/g/{here.game.code}/?at=3&view=open#share"
    assert Visitor().get("replay", key).status_code == 404
    assert share(Game.objects.get()) not in {"", key}


def test_others_cannot_make_a_link(here):
    for player in (None, a_person("Zoe")):
        assert Visitor(player).post("share-game", here.game.code).status_code == 404
    assert Game.objects.get().share == ""


def test_playing_on_leads_to_a_running_game_with_the_viewer_in_the_chosen_place(here):
    visitor = Visitor(here.people[0])

    response = visitor.post("play-on", here.game.code, {"at": "4", "seat": "2", "level": "expert"})

    game = Game.objects.get(origin="continued")
    assert response["Location"] == url("room", game.room)
    assert game.seats.get(player=here.people[0]).number == 2
    assert (game.status, game.version, game.room.level) == ("running", 4, "expert")
    assert "Your hand" in visitor.page(game.room)


def test_the_seat_of_the_sight_is_taken_where_none_is_chosen(here):
    Visitor(here.people[0]).post("play-on", here.game.code, {"at": "4", "view": "1"})

    game = Game.objects.get(origin="continued")
    assert game.seats.get(player=here.people[0]).number == 1


def test_a_stranger_with_the_link_plays_on_as_a_guest(here):
    visitor = Visitor()

    visitor.post("play-on", share(here.game), {"at": "4", "seat": "0", "name": "Zoe"})

    game = Game.objects.get(origin="continued")
    assert visitor.player.name == "Zoe"
    assert game.seats.get(number=0).player == visitor.player
    assert "Your hand" in visitor.page(game.room)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"at": "4", "seat": "9"}, 404),
        ({"at": "4", "seat": "table"}, 404),
        ({"at": "4", "view": "open"}, 404),
        ({"at": "-1", "seat": "0"}, 404),
        ({"at": "9999", "seat": "0"}, 404),
        ({"at": "abc", "seat": "0"}, 404),
        ({"at": "4", "seat": "0", "level": "divine"}, 400),
        ({"at": "4", "seat": "0", "name": ""}, 400),
        ({"at": "END", "seat": "0", "name": "Zoe"}, 409),
    ],
)
def test_playing_on_from_nowhere_is_refused_and_changes_nothing(here, data, status):
    key = share(here.game)
    given = {
        name: str(here.game.version) if value == "END" else value for name, value in data.items()
    }
    before = everything()

    response = Visitor().post("play-on", key, given)

    assert response.status_code == status
    assert 'role="alert"' in response.content.decode()
    assert everything() == before


def test_the_new_game_shows_neither_deck_nor_what_the_old_one_hid(here):
    visitor = Visitor(here.people[0])
    visitor.post("play-on", here.game.code, {"at": "4", "seat": "0"})
    game = Game.objects.get(origin="continued")

    html = visitor.page(game.room)

    assert not {game.seed, game.salt, here.game.seed, here.game.salt} & set(
        re.findall(r"\w{64}", html)
    )
    assert game.laid not in html


def test_the_proof_of_a_laid_deck_says_what_it_proves():
    ann = a_person()
    brought = import_record(without_seed(played()), archive(ann))

    html = page(ann, brought.code, at=brought.version)

    assert "imported without a seed" in html
    assert "The commitment was shown before the first card" not in html
    assert '"first_seat"' in unescape(part(html, "scores"))


def test_the_end_of_a_room_and_the_profile_lead_to_the_replay(here):
    link = f'href="{url("replay", here.game.code)}"'
    watcher = a_person("Eve")
    seating.watch(here.room.pk, watcher)

    assert link in Visitor(here.people[1]).page(here.room)
    assert link in Visitor(here.people[1]).get("my-games").content.decode()
    assert link not in Visitor(watcher).page(here.room)


def test_who_watched_is_led_by_the_link_once_there_is_one(here):
    seating.watch(here.room.pk, watcher := a_person("Eve"))
    key = share(here.game)

    assert f'href="{url("replay", key)}"' in Visitor(watcher).page(here.room)


def test_who_is_still_in_the_room_can_report_the_moment(here):
    report = f"{url('report', here.room)}?game={here.game.code}&amp;number=3"

    assert report in page(here.people[1], here.game.code, at=3)
    assert "/report/" not in page(None, share(here.game), at=3)
    seating.leave(here.room.pk, here.people[1])
    assert "/report/" not in page(here.people[1], here.game.code, at=3)


def test_a_replay_costs_few_queries(here):
    visitor = Visitor(here.people[0])
    with CaptureQueriesContext(connection) as seen:
        visitor.client.get(url("replay", here.game.code), {"at": 5, "view": "open"})

    assert len(seen) <= 9
    assert LoggedAction.objects.count() == here.game.version
    assert Player.objects.count() == 3
