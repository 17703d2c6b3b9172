"""PostgreSQL and Redis are killed and come back under load; `script/soak services` is long."""

from random import Random

import pytest

from script.tools.load.crowds import Crowd
from script.tools.soak.houses import premises
from script.tools.soak.ledger import all_differences
from tests.support.cluster import needs_a_site

pytestmark = [pytest.mark.cluster, needs_a_site]
TABLES = 3
RIGHT_AGAIN = 60
DOCUMENTED = {200, 503}


async def test_a_crash_of_the_services_loses_no_acknowledged_move():
    with premises(2) as place:
        crowd = Crowd(place.site)
        await crowd.arrive(TABLES, Random(1))

        def crash():
            place.postgres.crash()
            place.redis.kill()
            place.postgres.start()
            place.redis.start()

        await crowd.during(crash)

        await crowd.leave()
        assert crowd.standstill < RIGHT_AGAIN
        assert set(crowd.statuses) <= DOCUMENTED
        assert all_differences(crowd.tables, place.postgres.url) == []
