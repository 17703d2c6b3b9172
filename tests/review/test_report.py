"""The review of a whole game: complete, the same every time, kept as JSON and read again."""

import json

import pytest

from games.engine.actions import Commit, Discard, Pass
from games.engine.cards import Card
from games.engine.observation import observe
from games.reviews.analysis.decision_costs import Weighed
from games.reviews.analysis.moments import auctions_of
from games.reviews.analysis.offers import offers_of
from games.reviews.analysis.reasons import CODES, reason
from games.reviews.analysis.report import (
    GLANCE,
    LOTS,
    put_together,
    report_dict,
    report_from,
    solve,
    tasks_of,
    turning_points,
    weighed_so_far,
)
from tests.support.bot_games import TABLES
from tests.support.positions import a_game, bid, passes
from tests.support.reviewed_games import LOTS as FEW
from tests.support.reviewed_games import a_played_game


def reviewed(record, lots=FEW):
    return put_together(record, solve(tasks_of(record, "seed", lots)))


@pytest.mark.parametrize("table", TABLES[:: len(TABLES) // 6])
def test_a_game_of_every_kind_is_reviewed_and_kept(table):
    edition, seats, stars = table
    record = a_played_game(seats, edition, " ".join(card.id for card in stars))

    report = reviewed(record)

    assert [each.action for each in report.weighed] == list(record.actions)
    assert len(report.outlooks) == len(report.offers) + 1 == record.final.revealed
    assert all(0 <= each.cost <= 1 for each in report.weighed)
    assert {point.code for point in report.turning} <= set(CODES)
    assert len(report.turning) <= 3
    assert report_from(json.loads(json.dumps(report_dict(report)))) == report


def test_the_same_seed_gives_the_same_review_in_any_slices():
    record = a_played_game(3)
    tasks = tasks_of(record, "seed", FEW)
    sliced = [answer for task in tasks for answer in solve([task])]

    assert sliced == solve(tasks)
    assert solve(tasks_of(record, "other", FEW)) != sliced


def test_the_three_costliest_decisions_are_the_turning_points():
    report = reviewed(a_played_game(3), 120_000)
    costs = sorted((each.cost for each in report.weighed), reverse=True)

    assert [report.weighed[point.ply].cost for point in report.turning] == costs[:3]
    assert costs[2] > 0


def test_the_effort_is_bounded_however_long_the_game():
    for seats in (3, 5):
        record = a_played_game(seats)
        assert sum(effort(task) for task in tasks_of(record, "seed")) <= LOTS * (1 + GLANCE)


def effort(task):
    return task.lots * (len(task.subject) if isinstance(task.subject, tuple) else 1)


def test_the_first_answers_tell_of_every_decision_and_later_ones_more_exactly():
    record = a_played_game(3)
    answers = solve(tasks_of(record, "seed", 60_000))
    auctions = len(auctions_of(record))
    glance, half, whole = (
        weighed_so_far(record, answers[:count]) for count in (auctions, -auctions // 2, None)
    )

    assert weighed_so_far(record, ()) == ()
    assert [each.ply for each in weighed_so_far(record, answers[:2])] == [
        choice.ply for auction in auctions_of(record)[:2] for choice in auction
    ]
    for found in (glance, half, whole):
        assert [each.action for each in found] == list(record.actions)
    assert whole == put_together(record, answers).weighed
    assert glance[0] != half[0] == whole[0]
    assert glance[-1] == half[-1] != whole[-1]
    assert {point.code for point in turning_points(record, glance)} <= set(CODES)


def test_missing_answers_make_no_review():
    record = a_played_game()

    with pytest.raises(ValueError, match="one answer for each"):
        put_together(record, solve(tasks_of(record, "seed", FEW)[:-1]))


def test_a_review_of_another_format_is_not_read():
    with pytest.raises(ValueError, match="another format"):
        report_from({"format": 0})


def test_every_lot_has_its_price_and_its_worth():
    offers = offers_of(a_played_game())

    for offer in offers:
        assert offer.price >= 0
        assert 0 <= offer.worth <= 106_000
    assert any(offer.worth for offer in offers if offer.lot.is_luxury)


def of(action, rival, out=0.1):
    return Weighed(0, action, 0.2, out, 900, rival, 0.4, 0.1, 0.01)


LUXURY = observe(a_game("luxury-7", bid(0, 3)), 1)
DISGRACE = observe(a_game("minus-five", bid(0, 3)), 1)


@pytest.mark.parametrize(
    ("weighed", "view", "code"),
    [
        (of(bid(1, 4), Pass(1)), LUXURY, "paid-too-much"),
        (of(bid(1, 4), Pass(1), out=0.4), LUXURY, "paid-too-much-danger"),
        (of(Pass(1), bid(1, 4)), LUXURY, "passed-up"),
        (of(Pass(1), bid(1, 4)), DISGRACE, "took-disgrace"),
        (of(bid(1, 4), Pass(1)), DISGRACE, "fled-disgrace"),
        (of(bid(1, 12), bid(1, 4)), LUXURY, "bid-too-high"),
        (of(bid(1, 4), bid(1, 12)), LUXURY, "bid-too-low"),
        (of(bid(1, 6), bid(1, 4, 2)), LUXURY, "wrong-cards"),
        (of(Discard(1, Card.LUXURY_7), Discard(1, Card.LUXURY_2)), DISGRACE, "gave-up-better"),
        (of(Commit(1, 8_000), Commit(1, 2_000)), LUXURY, "sealed-too-high"),
        (of(Commit(1, 2_000), Commit(1, 8_000)), LUXURY, "sealed-too-low"),
    ],
)
def test_every_kind_of_mistake_has_its_reason(weighed, view, code):
    assert reason(weighed, view) == code


def test_near_the_end_a_pass_has_a_reason_of_its_own():
    state = a_game("prestige-1 prestige-2 half luxury-7", *passes(0, 1), *passes(2, 0), *passes(1))
    late = state._replace(revealed=13)
    view = observe(late, late.turn)

    assert view.end_cards_left == 1
    assert reason(of(Pass(late.turn), bid(late.turn, 4)), view) == "passed-up-late"
