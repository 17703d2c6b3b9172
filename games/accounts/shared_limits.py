"""Rate limits counted in Redis for all processes; if Redis does not answer, nothing is refused."""

import logging
import time

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 0.2
REST = 3.0
PREFIX = "limit"
# The generic cell rate algorithm: one number, the moment at which the bucket will be empty.
SCRIPT = """
local interval, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call("TIME")
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local empty = math.max(now, tonumber(redis.call("GET", KEYS[1]) or 0)) + interval
if empty - now > seconds + 0.000001 then
    return string.format("%.6f", empty - now - seconds)
end
redis.call("SET", KEYS[1], string.format("%.6f", empty), "PX", math.ceil((empty - now) * 1000))
return "0"
"""
log = logging.getLogger(__name__)


class SharedBuckets:
    """Counts in Redis; after a failure Redis is not queried for REST seconds."""

    def __init__(self, url: str, prefix: str = PREFIX) -> None:
        self.client = redis.Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        self.script = self.client.register_script(SCRIPT)
        self.prefix = prefix
        self.rests_until = 0.0

    @property
    def is_resting(self) -> bool:
        """Whether Redis failed less than REST seconds ago."""
        return time.monotonic() < self.rests_until

    def count(self, key: str, interval: float, seconds: float) -> float:
        """Count one request; the seconds to wait above the limit, 0 below it or without Redis."""
        if self.is_resting:
            return 0.0
        try:
            return float(self.script(keys=[f"{self.prefix}:{key}"], args=[interval, seconds]))
        except redis.RedisError as error:
            self.rests_until = time.monotonic() + REST
            log.warning("Redis does not count: each process counts alone. %r", error)
            return 0.0
