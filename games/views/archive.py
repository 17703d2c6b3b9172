"""The history of a player: list of games, statistics, opponents."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.accounts.session import player_of
from games.archive.career import Figures, Outing, figures, outings, streaks
from games.archive.career_charts import career_charts, interval
from games.archive.filter_form import GameFilterForm
from games.archive.listing import for_lists, games_of, listed, running_games
from games.archive.opponents import Opponent, name_of, names_met, opponents
from games.engine.editions import EDITIONS
from games.models import Game, Player
from games.rooms.running import running_games_of
from games.text.errors import BadInput
from games.text.numbers import average_text, count_text, percent_text, status_text
from games.views.history_rows import history_rows, names_at_table
from games.views.responses import says_why_not

PAGE = 20
MOST_OPPONENTS, MOST_NAMES = 100, 30
RECENT = 200  # last games, in which the opponents to choose from were met
Page = Callable[[HttpRequest, Player], HttpResponseBase]


def for_players(page: Page) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give the player to a view; somebody without one is redirected home."""

    @wraps(page)
    def asked(request: HttpRequest) -> HttpResponseBase:
        player = player_of(request)
        return redirect("home") if player is None else page(request, player)

    return asked


@says_why_not
@require_safe
@for_players
def my_games(request: HttpRequest, player: Player) -> HttpResponse:
    """Who somebody is here and what they have played."""
    form = GameFilterForm(request.GET, _names(player, request.GET.get("opponent", "")))
    if not form.is_valid():
        raise BadInput(reason=_("This filter does not exist. Choose another one."))
    found = list(games_of(player, form.chosen).values_list("pk", flat=True))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    is_narrowed = any(form.cleaned_data.values())
    context = {
        "player": player,
        "fields": _fields(form),
        "is_narrowed": is_narrowed,
        "running": _running_first_mine(player),
        "page": page,
        "games": history_rows(listed(list(page.object_list), player), player),
        "has_games": is_narrowed or bool(found),
        "query": _query(request),
    }
    return render(request, "pages/my-games.html", context)


def _fields(form: GameFilterForm) -> list[dict[str, Any]]:
    """The fields of a form of choices, for a template: Django's widgets take far longer."""
    return [
        {
            "name": field.name,
            "label": field.label,
            "choices": field.field.choices,  # type: ignore[attr-defined]
            "chosen": str(field.value() or ""),
        }
        for field in form
    ]


@says_why_not
@require_safe
@for_players
def statistics(request: HttpRequest, player: Player) -> HttpResponse:
    """Statistics of the player's games."""
    games = outings(player)
    context: dict[str, Any] = {"player": player, "games": games}
    if games:
        context |= {
            "facts": _facts(figures(games)),
            "bests": _bests(games, player),
            "charts": career_charts(games),
        }
    return render(request, "pages/statistics.html", context)


@says_why_not
@require_safe
@for_players
def head_to_head(request: HttpRequest, player: Player) -> HttpResponse:
    """Results of the player against each opponent."""
    met = opponents(player)
    rows = [_opponent(each) for each in met[:MOST_OPPONENTS]]
    left = len(met) - len(rows)
    context = {"player": player, "opponents": rows, "left": left}
    return render(request, "pages/opponents.html", context)


def _names(player: Player, wanted: str) -> list[tuple[str, str]]:
    """The opponents to choose from: the most frequent ones, and the chosen one."""
    names = names_met(player, MOST_NAMES, RECENT)
    if wanted and wanted not in dict(names) and (name := name_of(player, wanted)):
        return [*names, (wanted, name)]
    return names


def _query(request: HttpRequest) -> str:
    """The filters, for links to other pages of the list."""
    chosen = request.GET.copy()
    chosen.pop("page", None)
    return chosen.urlencode()


def _running_first_mine(player: Player) -> list[dict[str, Any]]:
    """The running games: first those in which it is the player's turn."""
    games = list(for_lists(running_games(player), player))
    if not games:
        return []
    mine = {each.game_id: each for each in running_games_of(player) if each.is_my_turn}
    places = {number: place for place, number in enumerate(mine)}
    games.sort(key=lambda game: places.get(game.pk, len(places)))
    return [_running(game, player) | {"is_my_turn": game.pk in mine} for game in games]


def _running(game: Any, player: Player) -> dict[str, Any]:
    return {
        "game": game,
        "room": game.room if game.can_enter else None,
        "edition": EDITIONS[game.edition].title,
        "players": names_at_table(game.seats.all(), player),
    }


def link(name: str, game: Game) -> str:
    """The address of a page about a game; empty if there is no such page."""
    try:
        return reverse(name, args=[game.code])
    except NoReverseMatch:
        return ""


def _facts(all_games: Figures) -> list[tuple[str, str, str]]:
    """The numbers of all games: what, how much, and a word more."""
    by_luck = _("%(count)s expected by chance") % {"count": average_text(all_games.chance)}
    return [
        (_("Games"), str(all_games.games), ""),
        (_("Wins"), count_text(all_games.wins.part), by_luck),
        (_("Share of wins"), percent_text(all_games.wins.share), interval(all_games.wins)),
        (_("Cast out"), percent_text(all_games.cast_out.share), interval(all_games.cast_out)),
        (_("Average status"), average_text(all_games.status), ""),
        (
            _("Money left, on average"),
            number_format(round(all_games.money), force_grouping=True),
            "",
        ),
    ]


def _bests(games: list[Outing], player: Player) -> list[dict[str, str]]:
    """Best results."""
    runs = streaks(games)
    highest = max(games, key=lambda game: (game.status, game.at))
    [(edition, _count)] = Counter(game.edition for game in games).most_common(1)
    told = [
        (_("Highest status"), status_text(highest.status), _replay(highest)),
        (_("Longest winning streak"), str(runs.won), ""),
        (_("Current winning streak"), str(runs.won_now), ""),
        (_("Most games in a row without being cast out"), str(runs.unscathed), ""),
        (_("Most played edition"), _(EDITIONS[edition].title), ""),
    ]
    for _key, name in names_met(player, 1):
        told.append((_("Most frequent opponent"), name, ""))
    return [{"name": name, "value": value, "link": link} for name, value, link in told]


def _replay(outing: Outing) -> str:
    return link("replay", Game(code=outing.code))


def _opponent(each: Opponent) -> dict[str, Any]:
    return {
        "opponent": each,
        "wins": count_text(each.wins),
        "losses": count_text(each.losses),
        "level_games": each.games - each.ahead - each.behind,
    }
