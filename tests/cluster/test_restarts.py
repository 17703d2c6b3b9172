"""A deploy under load: two processes behind nginx are restarted one after the other."""

from random import Random

import pytest

from games.live.socket_viewer import RESTART
from script.tools.load.crowds import Crowd
from script.tools.soak.ledger import all_differences
from tests.support.cluster import needs_a_site
from tests.support.services import Site

pytestmark = [pytest.mark.cluster, needs_a_site]
TABLES = 4
# 2 s on a machine that has nothing else to do; others may keep its cores busy.
LONGEST_STANDSTILL = 30.0


async def test_a_deploy_loses_no_move_and_lets_nobody_wait(tmp_path, own_database, running_redis):
    with Site(tmp_path, own_database, running_redis.url) as site:
        crowd = Crowd(site)
        await crowd.arrive(TABLES, Random(1))

        await crowd.during(site.restart_one_by_one)

        await crowd.leave()
        assert set(crowd.statuses) == {200}
        assert set(crowd.codes) == {RESTART}
        assert crowd.codes[RESTART] >= 4 * TABLES
        assert crowd.standstill < LONGEST_STANDSTILL
        assert all_differences(crowd.tables, own_database) == []
    assert not site.complaints()
