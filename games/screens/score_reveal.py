"""The result of a game in the order in which it is revealed: money, cast out, then status.

The page always holds the whole result. A stage is only the moment at which a part of it appears to
those who see the game end.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.editions import Edition, MoneyStyle
from games.engine.scoring import Decision, Result, Score, Step, StepKind
from games.screens.cards import CardFace, card_face
from games.screens.table_facts import Table
from games.text.numbers import money_text, percent, status_text
from games.text.reader_names import initial_of, names_for, names_in_words

MONEY_PAUSE, OUT_PAUSE, LUXURY_PAUSE, STEP_PAUSE = 2_800, 1_500, 1_700, 1_050
LATER_STEPS = 4_000
OUT = 1  # the stage in which somebody is cast out
Moment = tuple[StepKind, int]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of the reveal: its caption, and how many milliseconds it lasts."""

    number: int
    caption: str
    pause: int

    @property
    def until(self) -> int:
        return self.number + 1


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """One step of a seat's sum; its status is shown from `stage` until `until`."""

    name: str
    cards: tuple[CardFace, ...]
    status: str
    stage: int
    until: int


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The result of one seat; `share` is its money in percent of the most."""

    name: str
    initial: str
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
class ScoreReveal:
    """A whole result; `unit` is the smallest amount as it is written."""

    stages: tuple[Stage, ...]
    lines: tuple[ScoreLine, ...]
    tie: str
    unit: int


def score_reveal_of(
    table: Table, result: Result, claimed: Sequence[Sequence[Card]], me: int | None = None
) -> ScoreReveal:
    """The result of a finished game as the player on the seat `me` reads it.

    `claimed` are the cards before each seat.
    """
    moments, names = _moments(result), names_for(table.names, me)
    lines = tuple(
        replace(_line(table, result, seat, claimed[seat], moments), name=names[seat])
        for seat in range(len(result.scores))
    )
    unit = 1 if table.edition.money_style is MoneyStyle.THOUSANDS else 1_000
    return ScoreReveal(_stages(table, result, moments, me), lines, _tie(result), unit)


def retold(reveal: ScoreReveal, names: Sequence[str], out: str) -> ScoreReveal:
    """The result with other names, and with `out` as the sentence that says who is cast out."""
    lines = zip(reveal.lines, names, strict=True)
    return replace(
        reveal,
        lines=tuple(replace(line, name=name) for line, name in lines),
        stages=tuple(
            replace(stage, caption=out) if stage.number == OUT else stage for stage in reveal.stages
        ),
    )


def _moments(result: Result) -> list[Moment]:
    """The steps that any seat has, in the order of the rules; doublings one after the other."""
    taken = {moment for score in result.scores for moment, _step in _timed(score)}
    order = list(StepKind)
    return sorted(taken, key=lambda moment: (order.index(moment[0]), moment[1]))


def _timed(score: Score) -> Iterator[tuple[Moment, Step]]:
    """Each step of a seat, counted within its kind."""
    seen: Counter[StepKind] = Counter()
    for step in score.steps:
        yield (step.kind, seen[step.kind]), step
        seen[step.kind] += 1


def _stages(
    table: Table, result: Result, moments: list[Moment], me: int | None
) -> tuple[Stage, ...]:
    told = [(_("The money is counted"), MONEY_PAUSE), (out_sentence(table, result, me), OUT_PAUSE)]
    step_pause = min(STEP_PAUSE, LATER_STEPS // len(moments))
    for kind, _count in moments:
        pause = LUXURY_PAUSE if kind is StepKind.LUXURIES else step_pause
        told.append((capfirst(step_name(table.edition, kind)), pause))
    return tuple(Stage(number, *each) for number, each in enumerate(told))


def out_sentence(table: Table, result: Result, me: int | None) -> str:
    """Who is cast out, as the player on the seat `me` reads it."""
    if result.decision is Decision.NOBODY:
        return _("All are cast out")
    words = ngettext("%(out)s is cast out", "%(out)s are cast out", len(result.cast_out))
    if me in result.cast_out:
        is_alone = len(result.cast_out) == 1
        several = pgettext("you and others", "%(out)s are cast out")
        words = _("You are cast out") if is_alone else several
    return words % {"out": names_in_words(table.names, result.cast_out, me)}


def _line(
    table: Table, result: Result, seat: int, claimed: Sequence[Card], moments: list[Moment]
) -> ScoreLine:
    score = result.scores[seat]
    most = max(each.money for each in result.scores) or 1
    counted = {card for step in score.steps for card in step.cards}
    others = tuple(card for card in claimed if card not in counted)
    return ScoreLine(
        name=table.names[seat],
        initial=initial_of(table.names[seat]),
        face=table.face(seat),
        hand=money_text(table.edition, score.hand),
        money=money_text(table.edition, score.money),
        share=percent(score.money, most),
        steps=tuple(_steps(table, score, moments)),
        others=_faces(table, others),
        status=status_text(score.status),
        is_cast_out=score.is_cast_out,
        is_winner=seat in result.winners,
    )


def _steps(table: Table, score: Score, moments: list[Moment]) -> Iterator[ScoreStep]:
    """The steps of one seat; stages 0 and 1 are the money and who is cast out."""
    timed = [(2 + moments.index(moment), step) for moment, step in _timed(score)]
    ends = [stage for stage, _step in timed[1:]] + [2 + len(moments)]
    for (stage, step), until in zip(timed, ends, strict=True):
        name, cards = step_name(table.edition, step.kind), _faces(table, step.cards)
        yield ScoreStep(name, cards, status_text(step.status), stage, until)


def _faces(table: Table, cards: Sequence[Card]) -> tuple[CardFace, ...]:
    return tuple(card_face(table.edition, card, get_language()) for card in cards)


def step_name(edition: Edition, kind: StepKind) -> str:
    """What a step of the scoring is called: by the card or the kind of cards that cause it."""
    words = edition.words
    names = {
        StepKind.LUXURIES: words.luxury,
        StepKind.MINUS_FIVE: words.minus_five,
        StepKind.PRESTIGE: words.prestige,
        StepKind.HALF: words.half,
    }
    return _(names[kind])


def _tie(result: Result) -> str:
    """What decided between equals; empty if nothing had to."""
    match result.decision:
        case Decision.MONEY:
            return _("The status was equal: more money decided.")
        case Decision.LUXURY:
            return _("Status and money were equal: the best single card decided.")
    return ""
