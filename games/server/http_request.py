"""One HTTP request: a body that is bounded while it arrives."""

from io import BytesIO
from typing import Any

from daphne.http_protocol import WebRequest
from django.conf import settings

from games.process.suspicious_requests import ROOT_PATH
from games.text.errors import TooLarge

# Pieces in which a chunked body may come: each costs the event loop as much as a small request.
MOST_CHUNKS = 4_096


class PageRequest(WebRequest):  # type: ignore[misc]
    """Daphne's request with its body in memory: the size is bounded, and it takes no file."""

    def __init__(self, *args: Any, **options: Any) -> None:
        """Twisted would parse forms on the event loop; Django parses them again, in a thread."""
        super().__init__(*args, parsePOSTFormSubmission=False, **options)
        self.chunks = 0

    def gotLength(self, length: int | None) -> None:  # noqa: N802, ARG002
        """Start an empty body."""
        self.content = BytesIO()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Keep a part of the body; refuse the request if the whole becomes too large."""
        self.chunks += self.channel.length is None  # a chunked body
        if self.content.tell() + len(data) > settings.MAX_BODY or self.chunks > MOST_CHUNKS:
            self.channel.refuse(too_large())
        if not self.channel.is_refused:
            self.content.write(data)

    def process(self) -> Any:
        """Pass the request on; a socket leaves its channel, which does not hear of its end."""
        if _is_for_a_socket(self):
            self.content = BytesIO()  # Daphne would hand a body on as the first frames
            self.channel.drop_large()
        self.requestHeaders.removeHeader(ROOT_PATH)
        return super().process()


def _is_for_a_socket(request: PageRequest) -> bool:
    """Whether Daphne will open a websocket for it."""
    upgrades = request.requestHeaders.getRawHeaders(b"Upgrade", [b""])
    return bool(upgrades[0].lower() == b"websocket")


def too_large() -> TooLarge:
    """The refusal of a body above MAX_BODY."""
    return TooLarge(size=megabytes(settings.MAX_BODY))


def megabytes(size: int) -> str:
    """A number of bytes in MB or kB."""
    return f"{size // 1_000_000} MB" if size >= 1_000_000 else f"{size // 1_000} kB"
