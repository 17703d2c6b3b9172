"""A mail server of our own, which keeps what it is given."""

import email
from email.message import EmailMessage
from email.policy import default
from typing import Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.server import READY_SECONDS, free_port


class MailServer:
    """Takes letters by SMTP; refuses those to `refused@…`, and all while `is_busy`."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.is_busy = False
        self.controller = Controller(
            self, hostname="127.0.0.1", port=free_port(), ready_timeout=READY_SECONDS
        )
        self.port = self.controller.port

    def __enter__(self) -> Self:
        self.controller.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.controller.stop()

    async def handle_RCPT(  # noqa: N802 - named so by the library
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if self.is_busy:
            return "451 busy"
        if address.startswith("refused@"):
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - named so by the library
        self, _server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        letter = email.message_from_bytes(content, policy=default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"

    @property
    def last(self) -> EmailMessage:
        """The newest letter; an empty one before it."""
        return self.letters[-1] if self.letters else EmailMessage()


def text_of(letter: EmailMessage) -> str:
    """The letter's plain part."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(letter: EmailMessage) -> str:
    """The letter's HTML part."""
    part = letter.get_body(("html",))
    assert part is not None
    return str(part.get_content())
