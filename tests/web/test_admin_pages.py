"""The admin's lists and pages: what they show, to whom, and how dearly."""

import re
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Device, Game, HiddenAccess, LoggedAction, Message, Player
from games.moderation import actions, reports
from games.moderation.actions import Moderator
from games.rooms import chat, ending
from tests.support.builders import a_game, a_room, bid, play_on, unguarded
from tests.support.staff import Keeper, an_account
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
LISTS = ("game", "room", "player", "message", "report", "hiddenaccess", "moderationaction")
SAME_IN_BOTH = {"Text", "ID", "Code", "Edition", "Status", "Name", "Bot"}


def a_finished_game(rng):
    here = a_game()
    play_on(here, rng)
    here.game.refresh_from_db()
    return here


@pytest.mark.parametrize("model", LISTS)
def test_every_list_can_be_seen_and_nothing_added(model):
    moderator = Keeper("Moderator")

    assert moderator.look(f"games/{model}/").status_code == 200
    assert moderator.look(f"games/{model}/add/").status_code == 403
    assert "default-src 'none'" in moderator.look(f"games/{model}/")["Content-Security-Policy"]


def test_the_list_of_games_tells_who_played_and_who_won(rng):
    here = a_finished_game(rng)
    winner = here.people[here.game.result["winners"][0]].name

    page = Keeper().look("games/game/").content.decode()

    assert here.game.code in page
    assert "<bdi>Ann</bdi>, <bdi>Bob</bdi>, <bdi>Cid</bdi>" in page
    assert f'<td class="field-winner"><bdi>{winner}</bdi>' in page
    assert f'<td class="field-actions_taken">{here.game.version}</td>' in page


@pytest.mark.parametrize("role", ["Reviewer", "Moderator", "superuser"])
@pytest.mark.parametrize(
    "query", ["", "?q=ann", "?status__exact=running", "?edition=spec", "?_facets=True"]
)
def test_a_list_takes_ten_queries_however_long_it_is(role, query):
    keeper = Keeper(role)
    keeper.look("games/game/")
    for _ in range(6):
        a_game()

    with CaptureQueriesContext(connection) as queries:
        assert keeper.look(f"games/game/{query}").status_code == 200

    assert len(queries) <= 10, [each["sql"] for each in queries]


@pytest.mark.parametrize(
    ("chosen", "running", "classic"),
    [
        ("", 2, 1),
        ("&edition=classic", 1, 1),
        ("&status__exact=running", 2, 1),
        ("&status__exact=finished", 2, 0),
        ("&status__exact=running&edition=classic", 1, 1),
        ("&q=zoe", 0, 0),
    ],
)
def test_beside_every_filter_stands_what_it_would_find(rng, chosen, running, classic):
    a_finished_game(rng)
    a_game()
    a_game(edition="classic")

    page = Keeper().look(f"games/game/?_facets=True{chosen}").content.decode()

    assert f"running ({running})" in page
    assert f"Classic ({classic})" in page


@pytest.mark.parametrize("model", ["room", "player", "message"])
def test_the_other_lists_take_no_more(model):
    keeper = Keeper()
    here = a_room(5, seats=5)
    for player in here.people:
        chat.say(here.room.pk, player, "Good evening")

    with CaptureQueriesContext(connection) as queries:
        assert keeper.look(f"games/{model}/").status_code == 200

    assert len(queries) <= 10


def heads(keeper, model, language):
    """What stands over the columns of a list and over its filters."""
    page = keeper.look(f"games/{model}/", HTTP_ACCEPT_LANGUAGE=language).content.decode()
    columns = re.findall(r'<div class="text">(?:<a [^>]*>|<span>)([^<]+)', page)
    return columns + re.findall(r'data-filter-title="([^"]+)"', page)


@pytest.mark.parametrize("model", [*LISTS, "user"])
def test_a_german_list_has_german_heads(model, rng):
    here = a_finished_game(rng)
    chat.say(here.room.pk, here.people[0], "Good evening")
    keeper = Keeper("superuser")
    a_row_in_each_log(keeper, here)

    english, german = (heads(keeper, model, language) for language in ("en", "de"))

    assert len(german) >= 4
    untold = [ours for ours, theirs in zip(english, german, strict=True) if ours == theirs]
    assert set(untold) <= SAME_IN_BOTH


def a_row_in_each_log(keeper, here):
    """Lists without rows have no heads."""
    report = reports.report(here.room, here.people[0], "Rude")
    keeper.do(f"games/report/{report.pk}/deed/", kind="take")
    reports.log_hidden_access(Moderator(keeper.user), here.game, "A report")


@pytest.mark.parametrize("term", ["CODE", "ROOM", "an", "ANN", "nn", "CID"])
def test_games_are_found_by_code_room_and_any_part_of_a_name(term):
    here = a_game()
    other = a_room(3)
    other.room.games.all()
    words = {"CODE": here.game.code.lower(), "ROOM": here.room.code}

    page = Keeper().look(f"games/game/?q={words.get(term, term)}").content.decode()

    assert here.game.code in page
    assert here.game.code not in Keeper().look("games/game/?q=zoe").content.decode()


@pytest.mark.parametrize("model", ["player", "room", "message"])
def test_any_part_of_a_name_finds_players_rooms_and_messages(model):
    here = a_room(3)
    Player.objects.filter(pk=here.people[0].pk).update(name="Countess Ann")
    here.people[0].refresh_from_db()
    chat.say(here.room.pk, here.people[0], "Good evening")
    keeper = Keeper("Moderator")

    for term, count in (("ess a", 1), ("ESS", 1), ("zoe", 0)):
        page = keeper.look(f"games/{model}/", query_params={"q": term}).content.decode()
        assert page.count('class="action-select"') + page.count('<th class="field-') == count


def test_the_start_page_counts_open_reports_for_who_may_see_them():
    here = a_room(3)
    first = reports.report(here.room, here.people[0], "Rude")
    reports.report(here.room, here.people[1], "Rude too")
    moderator = Keeper("Moderator")

    assert "2 open reports" in moderator.look("").content.decode()
    moderator.do(f"games/report/{first.pk}/deed/", kind="take")
    assert "1 open report\n" in moderator.look("").content.decode()
    assert "open report" not in Keeper("Reviewer").look("").content.decode()


def test_a_report_shows_what_was_said_around_it():
    here, other = a_room(3), a_room(3)
    chat.say(other.room.pk, other.people[0], "Elsewhere")
    said = [chat.say(here.room.pk, here.people[0], f"Line {number}.") for number in range(20)]
    report = reports.report_message(here.room, here.people[1], said[12])

    page = Keeper("Moderator").look(f"games/report/{report.pk}/change/").content.decode()
    talk = page.partition('id="talk"')[2]

    assert re.findall(r"Line (\d+)\.", talk) == [str(number) for number in range(3, 18)]
    assert re.search(r'aria-current="true">.*?Line (\d+)', talk, re.DOTALL)[1] == "12"
    assert "Elsewhere" not in page


def test_a_report_without_a_message_shows_what_was_said_before_it():
    here = a_room(3)
    chat.say(here.room.pk, here.people[0], "What a fool.")
    report = reports.report(here.room, here.people[1], "Rude")
    chat.say(here.room.pk, here.people[0], "Sorry.")
    path = f"games/report/{report.pk}/change/"

    page = Keeper("Moderator").look(path).content.decode()
    silent = Keeper("staff", "view_report").look(path).content.decode()

    assert page.index("What a fool.") < page.index("Sorry.")
    assert "Rude" in silent
    assert "fool" not in silent


def test_filters_narrow_the_list(rng):
    over, running = a_finished_game(rng).game, a_game(edition="classic").game
    keeper = Keeper()

    def found(query):
        page = keeper.look(f"games/game/?{query}").content.decode()
        return [over.code in page, running.code in page]

    assert found("status__exact=running") == [False, True]
    assert found("edition=classic") == [False, True]
    assert found("origin__exact=dealt") == [True, True]
    assert found("void=yes") == [False, False]
    assert found("void=no") == [True, True]
    Game.objects.filter(pk=over.pk).update(is_open=True, is_rated=True)
    for query in ("open", "rated"):
        assert found(f"{query}=yes") == [True, False]
        assert found(f"{query}=no") == [False, True]
        rooms = keeper.look(f"games/room/?{query}=no")
        assert rooms.status_code == 200
        assert running.room.code in rooms.content.decode()


def test_a_game_s_page_replays_it_step_by_step(rng):
    here = a_finished_game(rng)
    keeper = Keeper()
    address = f"games/game/{here.game.pk}/change/"

    last = keeper.look(address).content.decode()
    first = keeper.look(f"{address}?ply=0").content.decode()

    assert f"After action {here.game.version} of {here.game.version}" in last
    assert "After action 0 of" in first
    assert 'href="?ply=1"' in first
    assert "legal actions here" in first
    assert last.count("verdict--good") == 3
    line = LoggedAction.objects.get(number=0)
    assert line.hash in first


@pytest.mark.parametrize("ply", ["", "-1", "999999", "x", "1e3", "²", "%00", "9" * 40])
def test_a_moment_that_does_not_exist_is_the_last_one(rng, ply):
    here = a_finished_game(rng)

    page = Keeper().look(f"games/game/{here.game.pk}/change/?ply={ply}").content.decode()

    assert f"After action {here.game.version} of" in page


def test_the_log_tells_who_acted_and_in_which_browser():
    here = a_game()
    visitor = Visitor(here.people[0])
    visitor.post(
        "sit",
        here.room,
        {"name": "Ann"},
        HTTP_USER_AGENT="Mozilla/5.0 (Linux; Android) Firefox/140.0",
    )
    visitor.post("play", here.room, {"type": "bid", "version": 0, "cards": ["3000"]})
    device = Device.objects.get()

    ending.break_off(here.room.pk, here.people[0])
    page = Keeper().look(f"games/game/{here.game.pk}/change/").content.decode()

    assert LoggedAction.objects.get().device == device.number
    assert f"{device.number} (Firefox, Android)" in page
    assert "the player" in page


def test_somebody_forgotten_leaves_a_number_and_a_sound_log():
    here = a_game()
    visitor = Visitor(here.people[0])
    visitor.post("sit", here.room, {"name": "Ann"}, HTTP_USER_AGENT="Firefox Linux")
    visitor.post("play", here.room, {"type": "bid", "version": 0, "cards": ["3000"]})
    Player.objects.get(pk=here.people[0].pk).delete()

    page = Keeper().look(f"games/game/{here.game.pk}/change/").content.decode()

    assert "Firefox" not in page
    assert page.count("verdict--good") == 3
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "columns", [{"device": 7}, {"payload": '{"seat":1,"type":"pass"}'}, {"payload": "{"}]
)
def test_a_changed_line_is_a_cross_on_the_page(rng, columns):
    here = a_finished_game(rng)
    with unguarded():
        LoggedAction.objects.filter(number=0).update(**columns)

    response = Keeper().look(f"games/game/{here.game.pk}/change/")

    assert response.status_code == 200
    assert "verdict--bad" in response.content.decode()
    assert "action 0: the log was changed here." in response.content.decode()


def test_a_running_game_is_opened_by_a_right_and_a_reason():
    here = a_game()
    here.do(bid(0, 3))
    address = f"games/game/{here.game.pk}"
    keeper = Keeper("superuser")

    assert keeper.do(f"{address}/look/", reason=" ").status_code == 400
    assert not HiddenAccess.objects.exists()
    response = keeper.do(f"{address}/look/", reason="Ann says Bob sees her cards")
    look = HiddenAccess.objects.get()
    assert (look.user, look.game, look.version) == (keeper.user, here.game, 1)
    page = keeper.client.get(response["Location"]).content.decode()
    assert "Stored row" in page
    assert 'class="open-hand' in page or "hand-0" in page
    log = keeper.look("games/hiddenaccess/").content.decode()
    assert "Ann says Bob sees her cards" in log


def test_a_look_is_for_one_person_one_game_and_five_minutes():
    here, other = a_game(), a_game()
    one, two = Keeper("superuser"), Keeper("superuser")
    one.do(f"games/game/{here.game.pk}/look/", reason="A report")
    look = HiddenAccess.objects.get()

    def is_open(keeper, game):
        page = keeper.look(f"games/game/{game.pk}/change/?look={look.pk}").content.decode()
        return "Stored row" in page

    assert is_open(one, here.game)
    assert not is_open(two, here.game)
    assert not is_open(one, other.game)
    later = timezone.now() + timedelta(minutes=6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "now", lambda: later)
        assert not is_open(one, here.game)


@pytest.mark.parametrize("role", ["Reviewer", "Moderator"])
def test_no_role_brings_the_right_to_look_along(role):
    here = a_game()

    response = Keeper(role).do(f"games/game/{here.game.pk}/look/", reason="I am curious")

    assert response.status_code == 403
    assert not HiddenAccess.objects.exists()


def test_the_right_to_look_can_be_given_to_one_person():
    here = a_game()

    response = Keeper("Reviewer", "see_hidden").do(
        f"games/game/{here.game.pk}/look/", reason="I was asked to"
    )

    assert response.status_code == 302
    assert HiddenAccess.objects.count() == 1


@pytest.mark.parametrize(
    "path", ["game/%/change/", "room/%/change/", "player/%/change/", "message/%/change/"]
)
@pytest.mark.parametrize("key", ["0", "x", "_", "9" * 30, "1'--"])
def test_pages_of_what_does_not_exist_lead_to_the_front(path, key):
    response = Keeper().look(f"games/{path.replace('%', key)}")

    assert response.status_code == 302


def test_pages_of_people_rooms_and_talk(rng):
    here = a_finished_game(rng)
    message = chat.say(here.room.pk, here.people[1], "<b>Good</b> evening")
    keeper = Keeper("Moderator")

    room = keeper.look(f"games/room/{here.room.pk}/change/").content.decode()
    person = keeper.look(f"games/player/{here.people[0].pk}/change/").content.decode()
    words = keeper.look(f"games/message/{message.pk}/change/").content.decode()

    assert here.game.code in room
    assert here.game.code in person
    assert "&lt;b&gt;Good&lt;/b&gt; evening" in words
    assert here.room.invite not in room + person + words
    assert Message.objects.count() == 1


@pytest.mark.parametrize(
    "change",
    [lambda: HiddenAccess.objects.update(reason=""), lambda: HiddenAccess.objects.all().delete()],
)
def test_the_logs_of_the_house_cannot_be_changed_even_by_the_database(change):
    here = a_game()
    Keeper("superuser").do(f"games/game/{here.game.pk}/look/", reason="A report")

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change()
    assert HiddenAccess.objects.get().reason == "A report"


def test_what_waits_stands_before_what_is_settled():
    here = a_room(3)
    sent = [reports.report(here.room, here.people[0], f"Number {n}") for n in range(3)]
    actions.settle(Moderator(an_account("Moderator")), sent[0], "Nothing")

    page = Keeper("Moderator").look("games/report/").content.decode()

    assert page.index("Number 1") < page.index("Number 2") < page.index("Number 0")
