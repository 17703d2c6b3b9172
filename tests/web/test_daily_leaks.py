"""What nobody may learn of a deal of the day before they have finished it, through any door."""

import json
import re
from hashlib import sha256
from http.cookies import SimpleCookie

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient
from django.utils import timezone

from games.archive import sharing
from games.daily import deals, settling, starting
from games.daily.days import A_DAY, today
from games.engine.cards import BY_ID
from games.engine.editions import EDITIONS
from games.models import Game, Member, Player, Review, User
from games.reviews import jobs
from games.rooms import api_tokens
from games.text.card_names import lot_title
from games.text.errors import DealIsSecret
from tests.support.builders import a_person, everything
from tests.support.daily import (
    a_deal,
    chooser,
    finished_try,
    open_up,
    play_at_once,
    play_through,
    reseeded,
)
from tests.support.house import undone
from tests.support.memory import forget
from tests.support.staff import Keeper, streamed
from tests.support.visitors import Visitor, a_socket, text_of, url

pytestmark = pytest.mark.django_db(transaction=True)
SALTS = (b"one salt".ljust(32), b"another salt".ljust(32))
HEX = re.compile(r"\b[0-9a-f]{64}\b")
LINK = "a-link-that-was-made"


def an_account(name: str) -> Player:
    return Player.objects.create(name=name, user=User.objects.create_user(name.lower()))


def marks_of(game: Game) -> list[str]:
    """What only a page that shows this game could hold."""
    deck_seed = [game.seed, game.salt]
    return [*deck_seed, f"/g/{game.code}", game.code, *game.log.values_list("hash", flat=True)[:3]]


def doors(game: Game) -> list[tuple[str, str, object, dict[str, object]]]:
    """Every address by which something of this game could be had."""
    room, code, deal = game.room, game.code, game.room.daily
    day = (deal.day.isoformat(), deal.group)
    keys = (code, LINK)
    return [
        *(("get", "replay", key, {}) for key in keys),
        *(("get", "review", key, {}) for key in keys),
        *(("post", "review", key, {}) for key in keys),
        *(("get", "record", key, {}) for key in keys),
        *(("post", "play-on", key, {"at": "3", "name": "Eve"}) for key in keys),
        *(("post", "share-game", key, {}) for key in keys),
        *(("post", "share-game", key, {"close": "yes"}) for key in keys),
        *(("get", name, room, {}) for name in ("room", "qr", "since", "earlier-talk", "report")),
        *(("post", name, room, {"name": "Eve"}) for name in ("sit", "watch", "token", "leave")),
        ("post", "play", room, {"type": "pass", "version": "0"}),
        ("post", "join", None, {"code": room.code}),
        ("get", "seat-api", None, {}),
        ("get", "daily", None, {}),
        ("get", "daily-past", None, {}),
        ("get", "daily-day", day, {}),
        *(("get", name, None, {}) for name in ("home", "my-games", "statistics", "opponents")),
        *(("get", name, None, {}) for name in ("my-data", "account", "robots")),
    ]


def opened(visitor: Visitor, door) -> str:
    """What comes of a door; the browser keeps its session, as what was done is undone."""
    method, name, place, data = door
    cookies = visitor.client.cookies.output(header="", sep=";")
    response = getattr(visitor, method)(name, place, *([data] if method == "post" else []))
    visitor.client.cookies = SimpleCookie(cookies)
    text = "" if response.streaming else text_of(response)  # read by a test of its own
    return f"{response.status_code} {dict(response.items())} {text}"


def readers(deal) -> list[Visitor]:
    """A stranger, a guest and an account who have not begun, and one in the middle of their try."""
    begun = an_account("Cid")
    play_through(starting.begin(deal, begun), chooser(2), most=9)
    people = [None, a_person("Eve"), an_account("Dora"), begun]
    return [Visitor(each) for each in people]


@pytest.mark.parametrize("group", ["base", "stars"])
def test_no_door_opens_a_finished_game_to_who_has_not_finished(group):
    deal = a_deal(group)
    game = finished_try(deal, a_person("Ann"))
    Game.objects.filter(pk=game.pk).update(share=LINK)
    settling.settle_due()
    marks = marks_of(game)

    for visitor in readers(deal):
        for door in doors(game):
            with undone():
                told = opened(visitor, door)
            assert not [mark for mark in marks if mark in told.replace(LINK, "")], door
            assert "The deck" not in told


def test_what_the_others_do_changes_no_page_of_who_has_not_finished():
    """The same world twice, with two decks: but for the commitments every answer is the same."""
    worlds = []
    for salt in SALTS:
        with undone():
            deal = reseeded(a_deal(), salt)
            game = finished_try(deal, Player.objects.create(pk=900_001, name="Ann"))
            Game.objects.filter(pk=game.pk).update(share=LINK, code="DEALGAME")
            game.refresh_from_db()
            settling.settle_due()
            visitor = Visitor(Player.objects.create(pk=950_000, name="Eve"))
            told = [alike(opened(visitor, door), game) for door in doors(game)]
            worlds.append(told)
        forget()

    assert len(worlds[0]) > 30
    for door, (one, other) in enumerate(zip(*worlds, strict=True)):
        assert one == other, door


def alike(told: str, game: Game) -> str:
    """Without what differs in any two worlds: commitments, numbers of rooms, the time."""
    for changing in (game.room.invite, game.room.code):
        told = told.replace(changing, "room")
    told = HEX.sub("hash", told)
    return re.sub(r"Expires=[^;]*|\d\d:\d\d(:\d\d)?(\.\d+)?(\+00:00)?|'ETag': '[^']*'", "", told)


def test_two_decks_make_unlike_games():
    """The test above would prove nothing if they did not."""
    logs = []
    for salt in SALTS:
        with undone():
            game = finished_try(reseeded(a_deal(), salt), a_person())
            logs.append(list(game.log.values_list("payload", flat=True)))

    assert logs[0] != logs[1]


def test_a_finisher_gets_neither_seed_nor_salt_nor_record_before_the_day_is_over():
    ann = an_account("Ann")
    deal = a_deal()
    game = finished_try(deal, ann)
    settling.settle_due()
    visitor = Visitor(ann)

    for door in doors(game):
        with undone():
            told = opened(visitor, door)
        assert game.seed not in told, door
        assert game.salt not in told, door
    assert visitor.get("replay", game.code).status_code == 200
    assert visitor.get("replay", f"{game.code}").status_code == 200
    assert visitor.client.get(f"{url('replay', game.code)}?at={game.version}").status_code == 200
    for name in ("record",):
        assert visitor.get(name, game.code).status_code == 403
    assert visitor.post("share-game", game.code).status_code == 403
    assert visitor.post("play-on", game.code, {"at": "3"}).status_code == 403
    with pytest.raises(DealIsSecret):
        sharing.share(game)


@pytest.mark.usefixtures("streams")
async def test_all_my_games_leave_out_what_is_secret():
    def played():
        ann = an_account("Ann")
        deal = a_deal()
        finished_try(deal, ann)
        return ann, deal

    async def taken(player, name):
        client = AsyncClient()
        client.cookies = await sync_to_async(lambda: Visitor(player).client.cookies)()
        response = await client.get(url(name))
        return b"".join([piece async for piece in response.streaming_content]).decode()

    ann, deal = await sync_to_async(played)()
    assert await taken(ann, "my-records") == ""
    told = json.loads(await taken(ann, "my-data"))
    assert told["games"] == []
    assert [each["deal"] for each in told["deals_of_the_day"]] == ["base"]
    await sync_to_async(open_up)(deal)
    for name in ("my-records", "my-data"):
        assert deal.seed in await taken(ann, name)


def test_who_has_finished_may_watch_the_best_and_others_may_not():
    deal = a_deal()
    best = finished_try(deal, a_person("Ann"), 1)
    bob = an_account("Bob")
    mine = starting.begin(deal, bob)

    assert Visitor(bob).get("replay", best.code).status_code == 403
    play_at_once(mine, chooser(2))

    assert Visitor(bob).get("replay", best.code).status_code == 200
    assert Visitor(bob).get("record", best.code).status_code == 403
    page = Visitor(bob).get("daily-day", (deal.day.isoformat(), deal.group)).content.decode()
    assert f"/g/{best.code}/" in page
    assert "Ann" in page


def test_an_unranked_game_of_an_open_deal_is_its_player_s_own():
    deal = open_up(a_deal())
    game = play_at_once(starting.begin(deal, a_person("Ann")), chooser(1))

    assert Visitor(a_person("Eve")).get("replay", game.code).status_code == 404


def test_the_second_browser_of_an_account_shows_the_same_try_and_no_more():
    ann, deal = an_account("Ann"), a_deal()
    day = (deal.day.isoformat(), deal.group)
    other = finished_try(deal, a_person("Bob"))
    one, two = Visitor(ann), Visitor(ann)

    first, second = one.post("daily-start", day), two.post("daily-start", day)

    assert first["Location"] == second["Location"]
    assert Game.objects.filter(room__daily=deal, seats__player=ann).count() == 1
    for browser in (one, two):
        assert browser.get("replay", other.code).status_code == 403
        assert other.code not in browser.get("daily-day", day).content.decode()


def test_a_try_that_ended_without_a_result_opens_nothing():
    ann, deal = a_person("Ann"), a_deal()
    mine, other = starting.begin(deal, ann), finished_try(deal, a_person("Bob"))
    play_through(mine, chooser(1), most=9)
    Game.objects.filter(pk=mine.pk).update(
        status=Game.Status.BROKEN_OFF, finished_at=timezone.now()
    )

    for code in (mine.code, other.code):
        assert Visitor(ann).get("replay", code).status_code == 403
        assert Visitor(ann).get("record", code).status_code == 403
        assert Visitor(ann).get("review", code).status_code == 403


def test_the_room_shows_no_seed_at_the_end_of_a_try():
    ann, deal = a_person("Ann"), a_deal()
    game = play_at_once(starting.begin(deal, ann), chooser(1))

    page = Visitor(ann).page(game.room)
    assert deal.commitment in page
    assert deal.seed not in page
    assert deal.salt not in page
    assert "are shown when the day is over" in page
    open_up(deal)
    assert deal.seed in Visitor(ann).page(game.room)


def test_a_review_of_a_finisher_holds_no_seed():
    ann, deal = a_person("Ann"), a_deal()
    game = finished_try(deal, ann)
    visitor = Visitor(ann)

    assert visitor.post("review", game.code).status_code == 302
    assert Review.objects.count() == 1
    assert deal.seed not in visitor.get("review", game.code).content.decode()
    assert jobs.review_of(game).answers == []


def test_a_token_from_elsewhere_opens_no_seat_in_a_deal_of_the_day():
    ann = a_person("Ann")
    game = starting.begin(a_deal(), ann)
    key = "0123456789abcdef"
    place = Member.objects.get(room=game.room, player=ann)
    place.token, place.token_credential = sha256(key.encode()).hexdigest(), ann.credential
    place.save()
    before = everything()

    response = Visitor(ann).client.get(url("seat-api"), headers={"Authorization": f"Bearer {key}"})

    assert response.status_code == 401
    assert Visitor(ann).post("token", game.room).status_code == 409
    assert everything() == before
    assert api_tokens._hash(key) == place.token


@pytest.mark.usefixtures("streams")
async def test_no_socket_opens_on_another_s_try():
    def a_game_of_ann_s():
        return starting.begin(a_deal(), a_person("Ann")).room, Visitor(a_person("Eve"))

    room, eve = await sync_to_async(a_game_of_ann_s)()
    for visitor in (None, eve):
        socket = a_socket(room, visitor)
        connected, _ = await socket.connect()
        if connected:
            assert (await socket.receive_output(timeout=60))["type"] == "websocket.close"
        await socket.disconnect()


@pytest.mark.parametrize("is_over", [False, True])
def test_the_admin_shows_nothing_of_a_try_without_the_right(is_over):
    game = starting.begin(a_deal(), a_person("Ann"))
    if is_over:
        play_at_once(game, chooser(1))
    else:
        play_through(game, chooser(1), most=9)
    rights = ("view_game", "view_room", "view_player", "verify_games", "export_games")
    keeper = Keeper("nobody", *rights)
    edition, lots = EDITIONS[game.edition], []
    lots = [lot_title(edition, BY_ID[card]) for card in ("luxury-10", "luxury-1", "luxury-5")]

    for path in ("change/", "change/?ply=0", "change/?ply=9", "change/?look=1", "history/"):
        page = keeper.look(f"games/game/{game.pk}/{path}").content.decode()
        assert not [lot for lot in lots if lot in page], path
        assert not [line.hash for line in game.log.all() if line.hash in page]
        assert game.seed not in page
        assert "who-did-what" not in page
    assert keeper.do(f"games/game/{game.pk}/look/", reason="Curious").status_code == 403


def test_with_the_right_and_a_reason_the_admin_shows_it_and_logs_that():
    game = play_at_once(starting.begin(a_deal(), a_person("Ann")), chooser(1))
    keeper = Keeper("nobody", "view_game", "see_hidden")

    page = keeper.look(f"games/game/{game.pk}/change/").content.decode()
    assert "until the day is over" in page
    response = keeper.do(f"games/game/{game.pk}/look/", reason="A report")
    shown = keeper.client.get(response["Location"]).content.decode()

    assert "who-did-what" in shown
    assert game.seed not in shown
    assert game.hidden_accesses.count() == 1


@pytest.mark.usefixtures("streams")
async def test_an_export_of_the_admin_leaves_out_what_is_secret():
    def prepared():
        game = finished_try(a_deal(), a_person("Ann"))
        return game, Keeper("nobody", "view_game", "export_games", "verify_games").user

    game, user = await sync_to_async(prepared)()
    assert game.seed not in await streamed(user, "export_records", game)
    assert game.seed not in await streamed(user, "verify", game)
    assert game.seed not in await streamed(user, "export_table", game)


def test_when_the_day_is_over_everything_is_open():
    deal = a_deal()
    game = finished_try(deal, a_person("Ann"))
    settling.settle_due()
    open_up(deal)
    eve = Visitor(a_person("Eve"))

    page = eve.get("daily-day", (deal.day.isoformat(), deal.group)).content.decode()
    assert deal.seed in page
    assert deal.salt in page
    assert f"/g/{game.code}/" in page
    assert eve.get("replay", game.code).status_code == 200
    assert deal.seed in eve.get("record", game.code).content.decode()


def test_tomorrow_s_commitment_is_shown_today_and_nothing_else_of_it():
    coming = deals.deals_on(today(timezone.now()) + A_DAY)
    page = Visitor().get("daily").content.decode()
    days = "".join(
        Visitor().get("daily-day", (each.day.isoformat(), each.group)).content.decode()
        for each in coming
    )
    for deal in coming:
        assert deal.commitment in page
        assert deal.commitment in days
        assert deal.seed not in page + days
        assert deal.salt not in page + days
