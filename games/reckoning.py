"""The end of a game as it is told: money first, then status step by step, stage after stage.

The page holds the whole reckoning. A stage is only the moment at which a part of it is shown to
those who see the game end.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.editions import MoneyStyle
from games.engine.scoring import Decision, Result, Score, Step, StepKind
from games.narration import money_text, status_text
from games.presentation import CardFace, Table, card_face

MONEY_PAUSE, OUT_PAUSE, LUXURY_PAUSE, STEP_PAUSE = 2_800, 1_500, 1_700, 1_050
LATER_STEPS = 4_000
Moment = tuple[StepKind, int]


@dataclass(frozen=True, slots=True)
class Stage:
    """One moment of the telling: what it is about, and for how many milliseconds."""

    number: int
    caption: str
    pause: int

    @property
    def until(self) -> int:
        return self.number + 1


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """One step of a seat's sum; its status stands from one stage until another."""

    name: str
    cards: tuple[CardFace, ...]
    status: str
    stage: int
    until: int


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One seat in the story of the result; `share` is its money in percent of the most."""

    name: str
    face: str
    hand: str
    money: str
    share: int
    steps: tuple[ScoreStep, ...]
    others: tuple[CardFace, ...]
    status: str
    is_cast_out: bool
    is_winner: bool

    @property
    def is_doubled(self) -> bool:
        return self.hand != self.money


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The whole story of a result; `unit` is the smallest amount as it is written."""

    stages: tuple[Stage, ...]
    lines: tuple[ScoreLine, ...]
    tie: str
    unit: int


def reckoning_of(table: Table, result: Result, claimed: Sequence[Sequence[Card]]) -> Reckoning:
    """The reckoning of a finished game; `claimed` is what lies before each seat."""
    moments = _moments(result)
    lines = tuple(
        _line(table, result, seat, claimed[seat], moments) for seat in range(len(result.scores))
    )
    unit = 1 if table.edition.money_style is MoneyStyle.THOUSANDS else 1_000
    return Reckoning(_stages(table, result, moments), lines, _tie(result), unit)


def _moments(result: Result) -> list[Moment]:
    """The steps that anybody takes, in the order of the rules; doublings one after the other."""
    taken = {moment for score in result.scores for moment, _step in _timed(score)}
    order = list(StepKind)
    return sorted(taken, key=lambda moment: (order.index(moment[0]), moment[1]))


def _timed(score: Score) -> Iterator[tuple[Moment, Step]]:
    """Each step of a seat, counted within its kind."""
    seen: Counter[StepKind] = Counter()
    for step in score.steps:
        yield (step.kind, seen[step.kind]), step
        seen[step.kind] += 1


def _stages(table: Table, result: Result, moments: list[Moment]) -> tuple[Stage, ...]:
    told = [(_("The money is counted"), MONEY_PAUSE), (_out_sentence(table, result), OUT_PAUSE)]
    step_pause = min(STEP_PAUSE, LATER_STEPS // len(moments))
    for kind, _count in moments:
        pause = LUXURY_PAUSE if kind is StepKind.LUXURIES else step_pause
        told.append((capfirst(_step_name(table, kind)), pause))
    return tuple(Stage(number, *each) for number, each in enumerate(told))


def _out_sentence(table: Table, result: Result) -> str:
    if result.decision is Decision.NOBODY:
        return _("All are cast out")
    names = get_text_list([table.names[seat] for seat in result.cast_out], _("and"))
    words = ngettext("%(out)s is cast out", "%(out)s are cast out", len(result.cast_out))
    return words % {"out": names}


def _line(
    table: Table, result: Result, seat: int, claimed: Sequence[Card], moments: list[Moment]
) -> ScoreLine:
    score = result.scores[seat]
    most = max(each.money for each in result.scores) or 1
    counted = {card for step in score.steps for card in step.cards}
    others = tuple(card for card in claimed if card not in counted)
    return ScoreLine(
        name=table.names[seat],
        face=table.face(seat),
        hand=money_text(table.edition, score.hand),
        money=money_text(table.edition, score.money),
        share=round(100 * score.money / most),
        steps=tuple(_steps(table, score, moments)),
        others=_faces(table, others),
        status=status_text(score.status),
        is_cast_out=score.is_cast_out,
        is_winner=seat in result.winners,
    )


def _steps(table: Table, score: Score, moments: list[Moment]) -> Iterator[ScoreStep]:
    """The steps of one seat; after money and cast-out come the moments of all."""
    timed = [(2 + moments.index(moment), step) for moment, step in _timed(score)]
    ends = [stage for stage, _step in timed[1:]] + [2 + len(moments)]
    for (stage, step), until in zip(timed, ends, strict=True):
        name, cards = _step_name(table, step.kind), _faces(table, step.cards)
        yield ScoreStep(name, cards, status_text(step.status), stage, until)


def _faces(table: Table, cards: Sequence[Card]) -> tuple[CardFace, ...]:
    return tuple(card_face(table.edition, card, get_language()) for card in cards)


def _step_name(table: Table, kind: StepKind) -> str:
    words = table.edition.words
    names = {
        StepKind.LUXURIES: words.luxury,
        StepKind.MINUS_FIVE: words.minus_five,
        StepKind.PRESTIGE: words.prestige,
        StepKind.HALF: words.half,
    }
    return _(names[kind])


def _tie(result: Result) -> str:
    """What decided between equals, if it came to that."""
    match result.decision:
        case Decision.MONEY:
            return _("The status was equal: more money decided.")
        case Decision.LUXURY:
            return _("Status and money were equal: the dearer single luxury decided.")
    return ""
