"""A push service of our own, which lies on this machine."""

from collections.abc import Iterator

import pytest

from games.notifications import sending
from games.notifications.resting import Resting
from tests.support.push_service import PushService


@pytest.fixture
def service(settings, monkeypatch) -> Iterator[PushService]:
    """The push service; nothing rests from an earlier test."""
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(sending, "resting", Resting())
    with PushService() as service:
        yield service
