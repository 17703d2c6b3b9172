"""Records on paper: of a game, of a finished one, and why a reader refuses one."""

import pytest

from games.engine.record import BadRecord, Record, from_data, record_dict
from tests.support.positions import a_deal, passes

NAMES = ("North", "East", "South")


def a_record(*actions, top="luxury-7 luxury-1", **deal):
    return record_dict(Record(a_deal(top, **deal), NAMES, actions))


def a_finished_record():
    return a_record(*passes(0, 1, 2, 0, 1), top="prestige-1 prestige-2 half prestige-3")


def refusal(data):
    with pytest.raises(BadRecord) as refused:
        from_data(data)
    return refused.value
