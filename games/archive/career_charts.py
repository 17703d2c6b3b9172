"""Charts of a player's games: shares of wins, places, months."""

from collections import Counter
from collections.abc import Sequence

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.archive.career import Figures, Outing, Share, by, places
from games.charts.bars import Amount, BarChart, bar_chart
from games.engine.editions import EDITIONS
from games.text.numbers import average_text, count_text, percent_text

MOST_MONTHS = 12
LEVEL = 0.95  # of confidence, for which `career.Share` has its bounds


def career_charts(games: Sequence[Outing]) -> list[BarChart]:
    """The charts of these games; there must be at least one."""
    return [_by_players(games), _by_edition(games), _places(games), _months(games)]


def interval(share: Share) -> str:
    """The confidence interval of a share, as text."""
    facts = {"low": percent_text(share.low), "high": percent_text(share.high)}
    return _("%(low)s to %(high)s") % facts


def _shares(kinds: Sequence[tuple[str, Figures]]) -> list[Amount]:
    return [
        Amount(
            name,
            each.wins.share,
            percent_text(each.wins.share),
            each.wins.low,
            each.wins.high,
            each.chance / each.games,
            (
                str(each.games),
                count_text(each.wins.part),
                percent_text(each.wins.share),
                interval(each.wins),
                percent_text(each.chance / each.games),
                percent_text(each.cast_out.share),
                average_text(each.status),
            ),
        )
        for name, each in kinds
    ]


def _share_columns(kind: str) -> tuple[str, ...]:
    spread = _("%(level)s range") % {"level": percent_text(LEVEL)}
    numbers = (_("Games"), _("Wins"), _("Share of wins"), spread, _("By chance"))
    return (kind, *numbers, _("Cast out"), _("Average status"))


def _by_players(games: Sequence[Outing]) -> BarChart:
    kinds = [(_players(int(count)), each) for count, each in by(lambda game: game.players, games)]
    title = _("Wins by number of players")
    return bar_chart("by-players", title, _share_words(), _share_columns(title), _shares(kinds))


def _by_edition(games: Sequence[Outing]) -> BarChart:
    kinds = [(_(EDITIONS[str(id)].title), each) for id, each in by(lambda g: g.edition, games)]
    title = _("Wins by edition")
    return bar_chart("by-edition", title, _share_words(), _share_columns(title), _shares(kinds))


def _share_words() -> str:
    words = _("Share of games won (bar: %(level)s range; tick: expected by chance).")
    return words % {"level": percent_text(LEVEL)}


def _players(count: int) -> str:
    return ngettext("%(count)s player", "%(count)s players", count) % {"count": count}


def _places(games: Sequence[Outing]) -> BarChart:
    found = places(games)
    names = {place: _("Place %(number)s") % {"number": place} for place in range(1, 6)}
    order = [place for place in range(1, 6) if place in found or place == 1]
    rows = [(names[place], found.get(place, 0)) for place in order]
    rows.append((_("Cast out"), found.get(0, 0)))
    return _counts("places", _("Your places"), _("How often you finished in each place."), rows)


def _months(games: Sequence[Outing]) -> BarChart:
    found = Counter((game.at.year, game.at.month) for game in games)
    newest = sorted(found, reverse=True)[:MOST_MONTHS]
    rows = [(f"{MONTHS[month]} {year}", found[year, month]) for year, month in newest]
    words = _("Games per month, newest first.")
    return _counts("months", _("Games by month"), words, rows)


def _counts(id: str, title: str, words: str, rows: Sequence[tuple[str, int]]) -> BarChart:
    amounts = [Amount(name, count, str(count), more=(str(count),)) for name, count in rows]
    return bar_chart(id, title, words, (title, _("Games")), amounts)
