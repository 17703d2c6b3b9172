"""The pages whose cost `bench_lists` measures, and who looks at them.

Django is set up before this is imported.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.db.models import Count
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.accounts.session import KEY
from games.engine.edition_groups import GROUPS
from games.models import Game, Player, Room, Seat, User
from games.ratings.leaders import PERIODS
from script.tools.load.busy_site import HOST, known_player, make_busy, reviewed
from script.tools.load.many_games import session_of

FILTERS = {
    "won": "result=won",
    "one edition, 4 players": "edition=classic&players=4",
    "people only, 12 months": "bots=without&days=365",
    "with bots": "bots=with",
    "one character": "opponent=octavia",
    "imported": "origin=imported",
    "last page": "page=1000",
}
ADMIN_LISTS = ("game", "room", "player", "message", "report", "moderationaction", "hiddenaccess")
ADMIN_FILTERS = {
    "running": "game/?status__exact=running",
    "one edition": "game/?edition=classic",
    "one month": "game/?started_at__year=2026&started_at__month=5",
    "facets": "game/?_facets=True",
    "nobody of that name": "game/?q=Zaphod",
}


@dataclass(frozen=True)
class Page:
    """One address, who looks at it, and the element of which htmx asks for it, if it does."""

    name: str
    path: str
    client: Client
    trigger: str = ""

    def get(self) -> HttpResponse:
        """As browsers ask for it: the answer is compressed."""
        headers = {"Accept-Encoding": "gzip, deflate, br"}
        if self.trigger:
            headers |= {"HX-Request": "true", "HX-Trigger": self.trigger}
        return self.client.get(self.path, headers=headers)


def browser_of(player: Player) -> Client:
    """A browser in which somebody is who they were before, logged in if they have an account."""
    client = Client()
    if player.user is None:
        client.cookies[settings.SESSION_COOKIE_NAME] = session_of(player)
        return client
    client.force_login(player.user)
    session = client.session
    session[KEY] = player.pk
    session.save()
    return client


@cache
def veteran() -> Player:
    """Who has played most."""
    people = Seat.objects.filter(player__bot="").values("player")
    most = people.annotate(games=Count("pk")).order_by("-games").first()
    return Player.objects.get(pk=most["player"])


@cache
def root() -> User:
    found = User.objects.filter(username="bench").first()
    return found or User.objects.create_superuser("bench", password="bench")


def all_pages() -> Iterator[Page]:
    make_busy(root())
    yield from site_pages()
    yield from game_pages()
    yield from own_pages()
    yield from admin_pages()
    yield from rating_pages()


def site_pages() -> Iterator[Page]:
    """What anybody may look at."""
    visitors = {"a stranger": Client(), "a player": browser_of(veteran())}
    for who, client in visitors.items():
        for name in ("home", "tables", "daily", "daily-past"):
            yield Page(f"{name}, {who}", reverse(name), client)
    person = known_player().user
    yield Page("profile", reverse("profile", args=[person.username]), visitors["a player"])


def game_pages() -> Iterator[Page]:
    """The page of a room, before and after the end of a game, its replay and its review."""
    at_table = Room.objects.get(host__name=HOST)
    yield Page("room, running", reverse("room", args=[at_table.invite]), browser_of(at_table.host))
    yield Page("room, watched", reverse("room", args=[at_table.invite]), Client())
    after = Game.objects.filter(pk__lt=at_table.games.get().pk).order_by("-pk")[0].room
    yield Page("room, game over", reverse("room", args=[after.invite]), browser_of(after.host))
    player, game = veteran(), last_game(veteran())
    client, replay = browser_of(player), reverse("replay", args=[game.code])
    yield Page("replay", f"{replay}?at=20", client)
    yield Page("replay, step", f"{replay}?at=20", client, "step-on")
    yield Page("replay, end", f"{replay}?at={game.version}", client)
    reviewed(game)
    yield Page("analysis", reverse("review", args=[game.code]), client)
    yield Page("one record", reverse("record", args=[game.code]), client)


def last_game(player: Player) -> Game:
    over = Game.objects.filter(seats__player=player, status=Game.Status.FINISHED)
    return over.order_by("-pk")[0]


def own_pages() -> Iterator[Page]:
    """The history of who has played most."""
    client = browser_of(veteran())
    yield Page("my games", reverse("my-games"), client)
    for name, query in FILTERS.items():
        yield Page(f"my games, {name}", f"{reverse('my-games')}?{query}", client)
    yield Page("statistics", reverse("statistics"), client)
    yield Page("opponents", reverse("opponents"), client)


def admin_pages() -> Iterator[Page]:
    """The lists of the admin, one game, and the numbers."""
    client = Client()
    client.force_login(root())
    for model in ADMIN_LISTS:
        path = reverse(f"admin:games_{model}_changelist")
        yield Page(f"admin, {model}s", path, client)
        yield Page(f"admin, {model}s, search", f"{path}?q=Guest+77", client)
        yield Page(f"admin, {model}s, page 50", f"{path}?p=50", client)
    for name, query in ADMIN_FILTERS.items():
        yield Page(f"admin, games, {name}", f"/admin/games/{query}", client)
    game = Game.objects.order_by("-pk").first()
    yield Page("admin, one game", reverse("admin:games_game_change", args=[game.pk]), client)
    yield Page("admin, statistics", reverse("admin:statistics"), client)


def rating_pages() -> Iterator[Page]:
    """Leaderboards of every group and period, and their deepest page."""
    client, leaders = Client(), reverse("leaders")
    for group in GROUPS:
        for period in PERIODS:
            query = f"?group={group}&period={period}"
            yield Page(f"leaders, {group}, {period}", f"{leaders}{query}", client)
    yield Page("leaders, last page", f"{leaders}?period=all&page=1000000", client)
