"""A game in sentences and numbers: its log, and once it is over its result and charts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.charts import charts_of
from games.charts.labels import room_for, shortened
from games.charts.lines import LineChart
from games.engine.cards import Card
from games.engine.events import Ended, Event
from games.engine.state import GameState
from games.models import Game
from games.play.position import StoredPosition
from games.screens.gaps import filled, gaps
from games.screens.rendering import render_anew
from games.screens.score_reveal import out_sentence, retold, score_reveal_of
from games.screens.shuffle_proof import Proof, proof_of
from games.screens.table_facts import Table
from games.text.events import Narrator, is_about, takeover_text
from games.text.reader_names import initial_of, names_for


def whole_log_html(table: Table, position: StoredPosition, me: int | None = None) -> str:
    """The log from the opening on, told to the player on the seat `me`."""
    return log_html(table, position.story, me)


def log_html(table: Table, story: tuple[Event, ...], me: int | None = None) -> str:
    """The log of these events, told to the player on the seat `me`."""
    return _log_html(table, story, me, get_language())


@lru_cache(maxsize=200)
def _log_html(
    table: Table,
    story: tuple[Event, ...],
    me: int | None,
    language: str | None,
) -> str:
    """Cached: a page is often loaded again, and all who watch read the same."""
    lines = "".join(_log(table, story, me, language))
    return render_to_string("partials/log.html", {"lines": SafeString(lines)})


def _log(
    table: Table, story: tuple[Event, ...], me: int | None, language: str | None
) -> Iterator[str]:
    """A line for each event, and one where others have taken over the seats."""
    before = table.names_at_event(0)
    for number, line in enumerate(_told(table, story, language)):
        names = table.names_at_event(number)
        if names != before:
            yield _line(takeover_text(before, names))
            before = names
        event, reader = story[number], table.reader_among(names, me)
        is_mine = is_about(event, reader)
        yield _line(Narrator(table.edition, names, reader).tell(event)) if is_mine else line
    if before != table.names:
        yield _line(takeover_text(before, table.names))


@lru_cache(maxsize=50)
def _told(table: Table, story: tuple[Event, ...], language: str | None) -> tuple[str, ...]:  # noqa: ARG001
    """A line for each event, as who has no seat reads it."""
    return tuple(
        _line(Narrator(table.edition, table.names_at_event(number)).tell(event))
        for number, event in enumerate(story)
    )


def _line(sentence: str) -> str:
    return f"\n<li>{escape(sentence)}</li>\n"


def scores_html(game: Game, table: Table, position: StoredPosition, me: int | None = None) -> str:
    """The result and the proof of the shuffle; empty while the game runs, as both are secret."""
    if not isinstance(position.story[-1], Ended):
        return ""
    return result_html(table, position.story, position.state, proof_of(game), me)


def result_html(
    table: Table,
    story: tuple[Event, ...],
    state: GameState,
    proof: Proof | None = None,
    me: int | None = None,
) -> str:
    """The result of the game that `story` tells; empty while it runs. A lesson has no proof."""
    ended = story[-1]
    if not isinstance(ended, Ended):
        return ""
    claimed = tuple(player.claimed for player in state.players)
    html = _whole_scores(table, ended, claimed, proof, get_language())
    ending = Narrator(table.edition, table.names, me).tell(ended)
    out = out_sentence(table, ended.result, me)
    return filled(html, [*names_for(table.names, me), ending, out])


@lru_cache(maxsize=100)
def _whole_scores(
    table: Table,
    ended: Ended,
    claimed: tuple[tuple[Card, ...], ...],
    proof: Proof | None,
    language: str | None,
) -> str:
    """How a finished game was scored, and the proof of its shuffle; with gaps for its reader."""
    *names, ending, out = gaps(len(table.names) + 2)
    context = {
        "reveal": retold(score_reveal_of(table, ended.result, claimed), names, out),
        "ending": ending,
        "proof": proof,
    }
    return render_anew("scores", language, **context)


def charts_html(table: Table, position: StoredPosition, me: int | None = None) -> str:
    """The charts; empty while the game runs, as they show everybody's money."""
    if not isinstance(position.story[-1], Ended):
        return ""
    names = names_for(table.names, me)
    html = _whole_charts(table, position.story, get_language())
    return filled(html, [*names, *map(shortened, names)])


@lru_cache(maxsize=100)
def _whole_charts(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The charts of a finished game, each with its table; with gaps for names as they are read."""
    seats = len(table.names)
    both = gaps(2 * seats)
    names, short = both[:seats], both[seats:]
    charts = charts_of(table.edition, names, story, room_for(table.names))
    money, status = _labelled(charts.money, short), _labelled(charts.status, short)
    key = list(zip(map(initial_of, table.names), names, strict=True))
    context = {"charts": replace(charts, money=money, status=status), "names": names, "key": key}
    return render_to_string("partials/charts.html", context)


def _labelled(chart: LineChart, short: Sequence[str]) -> LineChart:
    """The chart with these names at the ends of its lines."""
    lines = zip(chart.lines, short, strict=True)
    return replace(chart, lines=tuple(replace(line, name=name) for line, name in lines))
