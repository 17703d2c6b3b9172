"""A push service and a mail server of our own, which lie on this machine."""

from collections.abc import Iterator

import pytest
from django.core.mail import get_connection

from games.notifications import sending
from games.notifications.resting import Resting
from tests.support.mail_server import MailServer
from tests.support.mailing import ORIGIN
from tests.support.push_service import PushService


@pytest.fixture
def service(settings, monkeypatch) -> Iterator[PushService]:
    """The push service; nothing rests from an earlier test."""
    settings.PUSH_ANYWHERE = True
    monkeypatch.setattr(sending, "resting", Resting())
    with PushService() as service:
        yield service


@pytest.fixture
def post(settings) -> Iterator[MailServer]:
    """A site that sends e-mails, and the server that takes them."""
    with MailServer() as server:
        settings.EMAIL_URL = "smtp://"
        settings.SITE_ORIGINS = [ORIGIN]
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        assert get_connection()
        yield server
