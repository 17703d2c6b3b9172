"""A review in words: every reason has its sentence, every decision its action, in any language."""

import re

import pytest
from django.utils import translation

from games.charts.labels import WIDTH
from games.engine.actions import Commit, Discard, Pass
from games.engine.cards import Card
from games.engine.record import Record
from games.engine.scoring import result_of
from games.reviews.analysis.decision_costs import Weighed
from games.reviews.analysis.offers import Offer
from games.reviews.analysis.reasons import CODES
from games.reviews.analysis.report import Report, put_together, solve, tasks_of
from games.reviews.charts import cushions
from games.reviews.text import chapters_of, costliest_first, findings_of
from games.reviews.text.decisions import Teller
from games.reviews.text.sentences import OWN_SENTENCES, SENTENCES
from tests.support.positions import a_deal, bid, passes
from tests.support.reviewed_games import LOTS, a_played_game

STARS = "gambling excursions yacht-club"
GAMES = [(4, "osprey-2018", ""), (5, "allplay-2025", STARS), (3, "spec", "")]


def told(*table):
    record = a_played_game(*table)
    report = put_together(record, solve(tasks_of(record, "seed", LOTS)))
    return record, report, findings_of(record, report)


@pytest.fixture(scope="module", params=GAMES, ids=str)
def game(request):
    return told(*request.param)


def test_every_decision_is_told(game):
    record, _, findings = game

    assert [finding.ply for finding in findings.all] == list(range(len(record.actions)))
    assert all(finding.action_text and finding.verdict and finding.lot for finding in findings.all)
    assert sum(part.count for part in findings.parts) == len(findings.all)
    assert sum(len(chapter.findings) for chapter in chapters_of(findings.all)) == len(findings.all)


def test_what_cost_something_names_what_was_better(game):
    *_, findings = game

    for finding in findings.all:
        assert bool(finding.better) == finding.is_costly == (finding.cost >= 0.02)
    costs = [finding.cost for finding in costliest_first(findings.all)]
    assert costs == sorted(costs, reverse=True)
    assert len(findings.turning) == min(3, len(costs))
    assert [finding.cost for finding in findings.turning] == costs[:3]


def test_one_seat_has_its_own_decisions(game):
    *_, findings = game

    assert {finding.seat for finding in findings.of(1)} == {1}
    assert findings.of(None) == findings.all


def test_all_that_is_drawn_lies_within_the_frame(game):
    record, _, findings = game
    charts = findings.charts

    for chart in (charts.chances, charts.cushion, charts.danger):
        for line in chart.lines:
            points = [tuple(map(float, point.split(","))) for point in line.points.split()]
            assert all(0 <= x <= WIDTH and 0 <= y <= chart.height for x, y in points)
    assert all(0 <= bar.y <= charts.ends.height for bar in charts.ends.bars)
    assert all(bar.x + bar.width <= WIDTH for bar in charts.ends.bars)
    assert len(charts.ends.bars) == record.final.revealed


def test_the_chances_end_with_the_result(game):
    record, _, findings = game
    winners = result_of(record.final).winners
    lot, row = findings.charts.chances.table[-1]

    assert lot == "End"
    shown = [f"{round(100 / len(winners))}%" if s in winners else "0%" for s in range(len(row))]
    assert list(row) == shown


def test_who_would_be_cast_out_is_at_or_under_the_line(game):
    record, *_ = game

    last, out = cushions(record)[-1], result_of(record.final).cast_out
    assert [seat for seat, money in enumerate(last) if money <= 0] == list(out)


def test_every_reason_has_a_sentence():
    assert set(SENTENCES) == set(OWN_SENTENCES) == set(CODES)


def a_record():
    actions = [bid(0, 3), bid(1, 6), *passes(2), *passes(0)]
    return Record(a_deal("luxury-7 minus-five"), ("Ann", "Bob", "Cid"), tuple(actions))


FACTS = {
    "wrong-cards": (bid(1, 6), bid(1, 4, 2)),
    "gave-up-better": (Discard(1, Card.LUXURY_7), Discard(1, Card.LUXURY_2)),
    "sealed-too-high": (Commit(1, 8_000), Commit(1, 2_000)),
    "sealed-too-high-danger": (Commit(1, 8_000), Commit(1, 2_000)),
    "sealed-too-low": (Commit(1, 2_000), Commit(1, 8_000)),
    "passed-up": (Pass(1), bid(1, 8)),
    "passed-up-late": (Pass(1), bid(1, 8)),
    "took-disgrace": (Pass(1), bid(1, 8)),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_complete_in_every_language(code, language):
    action, rival = FACTS.get(code, (bid(1, 6), bid(1, 12)))
    weighed = Weighed(1, action, 0.2, 0.4, 900, rival, 0.45, 0.1, 0.01)

    with translation.override(language):
        sentence = Teller(a_record()).turning(weighed, code).sentence
        own = Teller(a_record(), own=1).turning(weighed, code).sentence

    assert "Bob" in sentence
    assert "Bob" not in own
    assert re.search({"en": r"^You\b", "de": r"\b[Dd]u\b"}[language], own)
    for each in (sentence, own):
        assert each.endswith(".")
        assert not re.search(r"%\(|  |\bfor ,|\b(bid|of) [,.]", each)


def test_the_reader_is_you_everywhere_and_first():
    record, report, _ = told(*GAMES[0])

    findings = findings_of(record, report, own=2, seat=2)

    assert findings.names == ("A", "B", "You", "D")
    assert [part.seat for part in findings.parts] == [2, 0, 1, 3]
    assert {finding.seat for finding in findings.turning} <= {2}
    assert {finding.name for finding in findings.of(2)} == {"You"}
    assert {finding.initial for finding in findings.of(2)} == {"C"}
    assert {line.owner for line in findings.offers if line.seat == 2} <= {"You"}


def test_a_note_speaks_of_gambling_only_where_it_is_in_play():
    without, with_stars = told(*GAMES[0]), told(*GAMES[1])

    assert "Gambling" not in without[2].chance_note
    assert "Gambling" in with_stars[2].chance_note
    assert "Disgrace card" in without[2].price_note
    assert "Scandal card" in with_stars[2].price_note


def test_a_sentence_names_the_money_as_it_would_lie_there():
    """Ann has 3 on the table already: another 12 makes 15."""
    record = Record(a_deal("luxury-7"), ("Ann", "Bob", "Cid"), (bid(0, 3), bid(1, 6), *passes(2)))
    weighed = Weighed(3, bid(0, 12), 0.2, 0.1, 900, Pass(0), 0.4, 0.1, 0.01)

    finding = Teller(record).finding(weighed)

    assert finding.action_text == "bid 15"
    assert (finding.better, finding.before, finding.after) == ("pass", "40%", "20%")
    assert (finding.size, finding.verdict) == ("blunder", "blunder")


@pytest.mark.parametrize(("price", "kind"), [(9_000, "cheap"), (15_000, "fair"), (21_000, "dear")])
def test_a_price_far_from_the_worth_is_cheap_or_dear(price, kind):
    record, report, _ = told(*GAMES[0])
    offers = (Offer(Card.LUXURY_7, 0, price, 15_000), *report.offers[1:])
    changed = Report(report.weighed, report.outlooks, offers, report.turning)

    assert findings_of(record, changed).offers[0].kind == kind
