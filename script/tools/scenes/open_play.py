"""What strangers see of each other: open tables, ratings, profiles, lists, the deal of the day.

For `build`, which has set Django up. Each place is a name, a path, and who looks at it.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from games.daily import settling, starting
from games.daily.days import A_DAY
from games.models import Game, Player, Room
from games.open_tables import blocks, favourites, joining
from games.open_tables.matching import Wish, find
from games.rooms import hosting, open_rooms, seating
from tests.support.builders import a_person
from tests.support.daily import a_deal, chooser, finished_try, open_up, play_through
from tests.support.rated import a_bot, a_rated_game, an_account

Place = tuple[str, str, Player | None]
NAMES = ("Wilhelmina", "Wellenstein", "Montbazon", "Ann", "Whitmore", "Zoë", "Fitzwilliam")


def places() -> Iterator[Place]:
    """All of them; the first account has played most."""
    accounts = [an_account(name) for name in NAMES]
    yield from rating_places(accounts)
    yield from table_places(accounts)
    yield from list_places(accounts)
    yield from daily_places(accounts)


def rating_places(accounts: list[Player]) -> Iterator[Place]:
    """Leaderboards of thirteen games by everybody, and of none; a profile, and what ratings are."""
    bot, now = a_bot(), timezone.now()
    for number in range(13):
        turn = [accounts[(number * 2 + each) % len(accounts)] for each in range(4)]
        at = now - timedelta(days=20 - number)
        a_rated_game([accounts[0], *(each for each in turn[1:] if each != accounts[0])][:4], at)
        a_rated_game([*accounts[1:4], bot], at + timedelta(hours=1))
    yield "leaders", "/leaders/", accounts[0]
    yield "leaders-none", "/leaders/?group=stars&period=week", None
    yield "profile", f"/p/{NAMES[0].lower()}/", accounts[1]
    yield "profile-own", f"/p/{NAMES[0].lower()}/", accounts[0]
    yield "ratings", "/ratings/", None


def table_places(accounts: list[Player]) -> Iterator[Place]:
    """The list, empty and not; who waits at a table, and what a host may open."""
    yield "tables-none", "/tables/", None
    find(accounts[0], Wish(clock=60, is_rated=True))
    for name in ("Lady Wilhelmina Moore", "Graf von Wellenstein"[:20]):
        find(a_person(name), Wish(clock=120, edition="classic"))
    stars = seating.open_room(accounts[1])
    hosting.choose(stars.pk, accounts[1], edition="allplay-2025", clock=30, grace=60, seats=3,
                   advanced=["gambling", "excursions", "yacht-club"])  # fmt: skip
    open_rooms.open_to_all(stars.pk, accounts[1], is_rated=True)
    full = seating.open_room(a_person("Commodore Whitmore"))
    Room.objects.filter(pk=full.pk).update(seats=3)
    open_rooms.open_to_all(full.pk, full.host, is_rated=False)
    for name in ("Ann", "Madame Montbazon"):
        joining.sit(full.pk, a_person(name))
    Room.objects.filter(is_open=True).update(changes=F("changes") + 1)
    yield "tables", "/tables/", None
    yield "tables-seated", "/tables/", accounts[0]
    yield "tables-account", "/tables/", accounts[2]
    private = seating.open_room(accounts[3])
    yield "opening", f"/r/{private.invite}/", accounts[3]
    yield "waiting", f"/r/{Room.objects.get(host=accounts[0], is_open=True).invite}/", accounts[0]


def list_places(accounts: list[Player]) -> Iterator[Place]:
    """Blocks and favourites, and none."""
    yield "company-none", "/me/company/", accounts[5]
    favourites.add_favourite(accounts[0], accounts[2].pk)
    favourites.add_favourite(accounts[0], a_person("Madame W. Montbazon").pk)
    blocks.block(accounts[0], a_person("Graf von Wellenstein"[:20]).pk)
    yield "company", "/me/company/", accounts[0]


def daily_places(accounts: list[Player]) -> Iterator[Place]:
    """A deal before, during and after one's try, the day before it, and when it is over."""
    over = a_deal()
    for number, player in enumerate(accounts[:4]):
        finished_try(over, player, number)
    settling.settle_due()
    open_up(over)
    deal = a_deal()
    for number, player in enumerate([*accounts[:5], a_person("Lady Wilhelmina Moore")]):
        finished_try(deal, player, number)
    settling.settle_due()
    running = starting.begin(deal, accounts[6])
    play_through(running, chooser(2), most=9)
    today = f"/daily/{deal.day}/base/"
    yield "daily", "/daily/", None
    yield "daily-again", "/daily/", accounts[0]
    yield "daily-new", today, None
    yield "daily-running", today, accounts[6]
    yield "daily-after", today, accounts[2]
    yield "daily-table", f"/r/{running.room.invite}/", accounts[6]
    mine = Game.objects.get(daily_try__player=accounts[2], daily_try__deal=deal)
    yield "daily-replay", f"/g/{mine.code}/", accounts[2]
    yield "daily-past", "/daily/past/", accounts[2]
    yield "daily-open", f"/daily/{over.day}/base/", None
    yield "daily-coming", f"/daily/{deal.day + A_DAY}/base/", None
