"""A game as it is told: the log, and once it is over how it was scored."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.charts import charts_of
from games.engine.cards import Card
from games.engine.events import Ended, Event
from games.models import Game
from games.narration import Narrator
from games.presentation import Table
from games.proofs import Proof, proof_of
from games.reckoning import reckoning_of
from games.services.table import Position


def whole_log_html(table: Table, position: Position) -> str:
    """The log from the beginning."""
    return _log_html(table, position.story, get_language())


@lru_cache(maxsize=200)
def _log_html(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The same for everybody at the table who reads this language."""
    narrator = Narrator(table.edition, table.names)
    lines = [narrator.tell(event) for event in story]
    return render_to_string("partials/log.html", {"log": lines})


def scores_html(game: Game, table: Table, position: Position) -> str:
    """Only a finished game tells its seed and salt."""
    ended = position.story[-1]
    if not isinstance(ended, Ended):
        return ""
    claimed = tuple(player.claimed for player in position.state.players)
    return _whole_scores(table, ended, claimed, proof_of(game), get_language())


@lru_cache(maxsize=200)
def _whole_scores(
    table: Table,
    ended: Ended,
    claimed: tuple[tuple[Card, ...], ...],
    proof: Proof,
    language: str | None,  # noqa: ARG001
) -> str:
    """How a finished game was scored, and the proof of its shuffle."""
    context = {
        "reckoning": reckoning_of(table, ended.result, claimed),
        "ending": Narrator(table.edition, table.names).tell(ended),
        "edition": table.edition,
        "proof": proof,
    }
    return render_to_string("partials/scores.html", context)


def charts_html(table: Table, position: Position) -> str:
    """Only a finished game lays open what everybody had left."""
    if not isinstance(position.story[-1], Ended):
        return ""
    return _whole_charts(table, position.story, get_language())


@lru_cache(maxsize=200)
def _whole_charts(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The charts of a finished game, each with its table."""
    charts = charts_of(table.edition, table.names, story)
    return render_to_string("partials/charts.html", {"charts": charts, "names": table.names})
