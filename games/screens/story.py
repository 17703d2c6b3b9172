"""A game in sentences and numbers: its log, and once it is over its result and charts."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.charts import charts_of
from games.engine.cards import Card
from games.engine.events import Ended, Event
from games.models import Game
from games.play.position import StoredPosition
from games.screens.score_reveal import score_reveal_of
from games.screens.shuffle_proof import Proof, proof_of
from games.screens.table_facts import Table
from games.text.events import Narrator


def whole_log_html(table: Table, position: StoredPosition) -> str:
    """The log from the opening on."""
    return _log_html(table, position.story, get_language())


@lru_cache(maxsize=200)
def _log_html(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """Cached: it is the same for everybody who reads this language."""
    narrator = Narrator(table.edition, table.names)
    lines = [narrator.tell(event) for event in story]
    return render_to_string("partials/log.html", {"log": lines})


def scores_html(game: Game, table: Table, position: StoredPosition) -> str:
    """The result and the proof of the shuffle; empty while the game runs, as both are secret."""
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
        "reveal": score_reveal_of(table, ended.result, claimed),
        "ending": Narrator(table.edition, table.names).tell(ended),
        "edition": table.edition,
        "proof": proof,
    }
    return render_to_string("partials/scores.html", context)


def charts_html(table: Table, position: StoredPosition) -> str:
    """The charts; empty while the game runs, as they show everybody's money."""
    if not isinstance(position.story[-1], Ended):
        return ""
    return _whole_charts(table, position.story, get_language())


@lru_cache(maxsize=200)
def _whole_charts(table: Table, story: tuple[Event, ...], language: str | None) -> str:  # noqa: ARG001
    """The charts of a finished game, each with its table."""
    charts = charts_of(table.edition, table.names, story)
    return render_to_string("partials/charts.html", {"charts": charts, "names": table.names})
