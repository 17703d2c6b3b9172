"""The pages of the deal of the day."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.daily import settling, starting
from games.daily.settling import counted
from games.models import DailyTry, Game, Player
from tests.support.builders import a_person
from tests.support.daily import a_deal, chooser, finished_try, open_up, play_at_once
from tests.support.rated import an_account
from tests.support.visitors import Visitor

pytestmark = pytest.mark.django_db
MOST_QUERIES = 45


def address(deal) -> tuple[str, str]:
    return deal.day.isoformat(), deal.group


def test_a_stranger_begins_with_a_name_and_sits_at_the_table():
    deal, visitor = a_deal(), Visitor()

    response = visitor.post("daily-start", address(deal), {"name": "Zoe"})

    game = Game.objects.get()
    assert response["Location"].endswith(f"/r/{game.room.invite}/")
    page = visitor.page(game.room)
    assert "Zoe" in page
    assert game.commitment in page
    assert DailyTry.objects.get().player.name == "Zoe"


def test_the_table_of_the_day_offers_nothing_that_could_be_chosen():
    deal, ann = a_deal(), a_person("Ann")
    game = starting.begin(deal, ann)
    forbidden = ("break-off", "options", "lock", "token", "seat-bot", "start", "remove", "qr.svg")

    pages = [Visitor(ann).page(game.room)]
    play_at_once(game, chooser(1))
    pages.append(Visitor(ann).page(game.room))

    for page in pages:
        assert not [word for word in forbidden if f"{game.room.invite}/{word}" in page]
    assert "How you compare" in pages[1]


def test_the_day_s_page_leads_to_the_table_until_the_try_is_finished():
    deal, ann = a_deal(), a_person("Ann")
    visitor = Visitor(ann)
    assert "Your first try counts" in visitor.get("daily-day", address(deal)).content.decode()
    game = starting.begin(deal, ann)
    assert "Continue" in visitor.get("daily").content.decode()

    play_at_once(game, chooser(1))

    page = visitor.get("daily-day", address(deal)).content.decode()
    assert re.search(r"Your place: <b>1</b> of 1", page)
    assert "What players paid for each lot" in page
    response = visitor.post("daily-start", address(deal))
    assert response["Location"] == f"/daily/{deal.day}/{deal.group}/"
    assert Game.objects.count() == 1


def test_the_chart_and_its_table_tell_the_same():
    deal, ann = a_deal(), a_person("Ann")
    for number in range(1, 6):
        finished_try(deal, a_person(f"Guest {number}"), number)
    finished_try(deal, ann, 6)

    page = Visitor(ann).get("daily-day", address(deal)).content.decode()

    rows = re.findall(r"<th scope=\"row\">([^<]+)</th>\s*((?:<td>[^<]*</td>\s*)+)</tr>", page)
    assert len(rows) == len(DailyTry.objects.get(player=ann).lots)
    assert page.count('class="chart__own"') == sum(
        not cells.startswith("<td>–</td>") for _, cells in rows
    )


def test_the_page_is_read_in_german_too():
    deal, ann = a_deal(), a_person("Ann")
    finished_try(deal, ann)

    page = Visitor(ann, headers={"Accept-Language": "de"}).get("daily-day", address(deal))

    assert "Du bist auf Platz <b>1</b> von 1" in page.content.decode()


def test_a_past_day_can_be_played_and_is_listed():
    deal, ann = a_deal(), a_person("Ann")
    finished_try(deal, ann)
    settling.settle_due()
    open_up(deal)
    visitor = Visitor(ann)

    assert f"/daily/{deal.day}/{deal.group}/" in visitor.get("daily-past").content.decode()
    assert "doesn’t count" in visitor.get("daily-day", address(deal)).content.decode()
    response = visitor.post("daily-start", address(deal))

    assert "/r/" in response["Location"]
    assert DailyTry.objects.count() == 1


def test_a_late_try_is_told_that_it_does_not_count():
    deal, ann = a_deal(), a_person("Ann")
    game = starting.begin(deal, ann)
    open_up(deal)
    play_at_once(game, chooser(1), at=timezone.now())

    page = Visitor(ann).get("daily-day", address(deal)).content.decode()

    assert "too late to count" in page


def test_a_banned_player_does_not_begin():
    deal = a_deal()
    ann = Player.objects.create(name="Ann", banned_until=timezone.now() + timedelta(days=1))

    assert Visitor(ann).post("daily-start", address(deal)).status_code == 403
    assert not Game.objects.exists()


def test_the_comparison_asks_for_as_much_with_many_players_as_with_few():
    deal, ann = a_deal(), a_person("Ann")
    finished_try(deal, ann)
    visitor, counts = Visitor(ann), []
    for number in range(2):
        for each in range(12):
            finished_try(deal, a_person(f"Guest {number} {each}"), each)
        settling.settle_due()
        visitor.get("daily-day", address(deal))
        with CaptureQueriesContext(connection) as queries:
            visitor.get("daily-day", address(deal))
        counts.append(len(queries))

    assert counts[0] == counts[1] <= MOST_QUERIES


def forgotten(visitor: Visitor) -> None:
    """Erase whoever plays in this browser; its cookies stay as a browser keeps them."""
    assert visitor.post("forget", data={"sure": "yes"}).status_code == 302


def logged_out(visitor: Visitor) -> None:
    assert visitor.post("logout").status_code == 302


def begun_by(visitor: Visitor, deal) -> DailyTry:
    visitor.post("daily-start", address(deal), {"name": "Somebody"})
    return DailyTry.objects.get(deal=deal, player=visitor.player)


@pytest.mark.parametrize("gone", [forgotten, logged_out])
def test_who_comes_back_as_somebody_else_in_the_same_browser_does_not_count(gone):
    deal, visitor = a_deal(), Visitor(an_account("Ann"))
    play_at_once(begun_by(visitor, deal).game, chooser(1))
    gone(visitor)
    assert "your try won’t count" in visitor.get("daily-day", address(deal)).content.decode()

    again = begun_by(visitor, deal)

    assert again.is_repeat
    running = visitor.get("daily-day", address(deal)).content.decode()
    assert "Your try doesn’t count" in running
    play_at_once(again.game, chooser(1))
    page = visitor.get("daily-day", address(deal)).content.decode()
    assert "Your try doesn’t count: this deal had been played in your browser before." in page
    assert "What players paid for each lot" in page or gone is forgotten
    assert "Your place" not in page
    assert not counted().filter(pk=again.pk).exists()


def test_a_guest_who_has_played_and_logs_in_keeps_the_try_that_counts():
    deal, account = a_deal(), an_account("Ann")
    visitor = Visitor()
    play_at_once(begun_by(visitor, deal).game, chooser(1))
    account.user.set_password("pears and plums")
    account.user.save()

    visitor.post("login", data={"username": "ann", "password": "pears and plums"})

    assert visitor.player == account
    assert begun_by(visitor, deal).is_repeat is False
    assert "Your place" in visitor.get("daily-day", address(deal)).content.decode()


def test_another_deal_and_another_day_count_in_the_same_browser():
    base, stars, visitor = a_deal("base"), a_deal("stars"), Visitor(a_person("Ann"))
    begun_by(visitor, base)
    logged_out(visitor)

    assert begun_by(visitor, stars).is_repeat is False
    assert not DailyTry.objects.filter(deal=stars, is_repeat=True).exists()
    assert [each.is_repeat for each in DailyTry.objects.filter(deal=base)] == [False]


@pytest.mark.parametrize("cookie", ["", "[1]", "1:2:3", "x" * 5_000])
def test_a_cookie_that_is_not_ours_says_nothing(cookie):
    deal, visitor = a_deal(), Visitor()
    visitor.client.cookies["deals"] = cookie

    assert begun_by(visitor, deal).is_repeat is False


def test_guests_are_told_apart_from_accounts_in_the_list():
    deal = a_deal()
    finished_try(deal, a_person("Bob"), 1)
    ann = an_account("Ann")
    finished_try(deal, ann, 2)
    settling.settle_due()

    page = Visitor(ann).get("daily-day", address(deal)).content.decode()

    rows = re.findall(
        r"<tr[^>]*>\s*<th scope=\"row\" class=\"rivals__who\">(.*?)</th>", page, re.DOTALL
    )
    assert {("Bob" in row, "guest" in row) for row in rows} == {(True, True), (False, False)}


def test_the_pages_say_when_a_deal_opens_in_a_time_that_scripts_make_local():
    deal, visitor = a_deal(), Visitor()
    local = f'<time datetime="{deal.opens_at.isoformat()}" data-local>'

    assert local in visitor.get("daily").content.decode()
    assert local in visitor.get("daily-day", address(deal)).content.decode()
