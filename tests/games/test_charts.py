"""The charts: every line within its frame, every name readable, in any game ever recorded."""

import re
from itertools import pairwise

import pytest

from games.charts import charts_of
from games.charts.labels import WIDTH, label_width, room_for, shortened
from games.charts.lines import HEIGHT, LABEL_GAP
from games.engine.cards import Card
from games.engine.editions import EDITIONS
from games.engine.events import Claimed, Disgraced, Ended, PaidToAvoid, Revealed
from games.engine.history import Entry
from games.engine.scoring import result_of
from games.play.position import StoredPosition
from games.screens import charts_html
from games.screens.table_facts import Table
from tests.support.golden import FINISHED, story_of
from tests.support.positions import a_player, an_ending

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil")


def a_short_evening():
    """Ann buys the seven for 12, Cid takes the −5 that Bob keeps away for 8."""
    hands = [(25, 20, 15, 10, 8, 6, 4, 3, 2, 1), (25, 20, 15, 12, 10, 6, 4, 3, 2, 1), None]
    players = [a_player(hand=hand) for hand in hands]
    return [
        *(Revealed(Card.LUXURY_7, 0), Claimed(0, Card.LUXURY_7, 12_000)),
        *(Revealed(Card.MINUS_FIVE, 0), Disgraced(2, Card.MINUS_FIVE), PaidToAvoid(1, 8_000)),
        *(Revealed(Card.HALF, 4), Ended(result_of(an_ending(*players)))),
    ]


def charts(edition="osprey-2018"):
    return charts_of(EDITIONS[edition], NAMES[:3], a_short_evening())


@pytest.mark.parametrize("record", FINISHED)
def test_in_every_recorded_game_all_that_is_drawn_lies_within_the_frame(record):
    drawn = charts_of(record.deal.edition, NAMES[: record.deal.seats], story_of(record))

    for chart in (drawn.money, drawn.status):
        for line in chart.lines:
            points = [tuple(map(float, point.split(","))) for point in line.points.split()]
            for x, y in [*points, (line.end.x, line.label_y)]:
                assert 0 <= x <= WIDTH
                assert 0 <= y <= HEIGHT
        assert 2 <= len(chart.rows) <= 7
    assert all(dot.x <= WIDTH for dot in drawn.prices.dots)


@pytest.mark.parametrize("record", FINISHED)
def test_in_every_recorded_game_no_name_lies_on_another(record):
    drawn = charts_of(record.deal.edition, NAMES[: record.deal.seats], story_of(record))

    for chart in (drawn.money, drawn.status):
        heights = sorted(line.label_y for line in chart.lines)
        gaps = [below - above for above, below in pairwise(heights)]
        assert min(gaps) >= LABEL_GAP - 0.01


def test_lines_end_where_the_longest_name_leaves_them_room():
    short, long = (
        charts_of(EDITIONS["osprey-2018"], [name, "Bob", "Cid"], a_short_evening()).money
        for name in ("Ann", "Jürgen von Stein")
    )

    assert [line.name for line in long.lines] == ["Jürgen von Stein", "Bob", "Cid"]
    for chart in (short, long):
        assert chart.lines[0].end.x == chart.right
        assert chart.name_x + room_for([line.name for line in chart.lines]) == WIDTH
    assert long.right < short.right


def test_the_table_of_a_chart_tells_the_same_as_its_lines():
    money = charts().money

    assert [lot for lot, _ in money.table] == ["Start", "Luxury 7", "Passé"]
    assert money.table[-1] == ("Passé", ("94", "98", "106"))
    assert money.words == "At the end: Ann 94, Bob 98, Cid 106."


def test_a_line_is_marked_where_something_changed():
    ann, bob, cid = charts().money.lines

    assert [mark.text for mark in ann.marks] == ["Ann, Luxury 7: 94"]
    assert [mark.text for mark in bob.marks] == ["Bob, Passé: 98"]
    assert not cid.marks


def test_money_is_written_as_the_edition_writes_it():
    assert charts("allplay-2025").money.table[-1][1] == ("$94,000", "$98,000", "$106,000")
    assert charts("spec").prices.dots[-1].price == "12000"


def test_the_lot_with_the_highest_price_lies_farthest_out():
    passe, seven = charts().prices.dots

    assert (passe.lot, passe.owner, passe.price, passe.is_disgrace) == ("Passé", "Cid", "8", True)
    assert (seven.lot, seven.owner, seven.price) == ("Luxury 7", "Ann", "12")
    assert seven.x > passe.x


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Lilli Illing", "Lilli Illing"),
        ("Jürgen von Stein", "Jürgen von Stein"),
        ("Lady Wilhelmina Moor", "Lady Wilhelmina Moor"),
        ("W" * 20, "WWWWWWWWWW…"),
        ("王" * 12, "王王王王王王王王…"),
    ],
)
def test_a_long_name_is_shortened_by_the_breadth_of_its_letters(name, shown):
    assert shortened(name) == shown


@pytest.mark.parametrize("me", [None, 0, 1])
def test_on_the_page_of_a_game_every_name_ends_within_its_chart(me):
    record = next(each for each in FINISHED if each.deal.seats == 3)
    table = Table(record.deal.edition, ("Jürgen von Stein", "Bo", "Cid"), "/r/invite/play/")
    position = StoredPosition.opening(1, 1, record.deal, "hash")
    for action in record.actions:
        position = position.after(Entry(action), "hash")

    html = charts_html(table, position, me)

    labels = re.findall(r'class="chart__name"\s+x="(\d+)"[^>]*>(.*?)</text>', html)
    assert len(labels) == 2 * 3
    for x, name in labels:
        assert int(x) + label_width(name) <= WIDTH
        assert "…" not in name
