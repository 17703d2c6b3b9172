"""What a browser's pages complain of: errors on the console, exceptions and dialogs."""

import re

from playwright.sync_api import ConsoleMessage, Dialog, Page, Request

# What is said of a request or socket that did not end: by the browser, by fetch and by htmx.
BROKEN_OFF = re.compile(
    r"net::ERR_ABORTED|Failed to fetch|closed before the connection is established"
    r"|^\[object Event\]$|^htmx:(sendAbort|sendError|afterRequest)\b"
)
# Said of every profile that leaves nothing behind, as those of tests do.
NO_PUSH = "does not support the Push API in incognito mode"


class Complaints:
    """The complaints of one page.

    Who leaves a page breaks off what it was still asking for. Such words are no complaint: those
    said while a page is being left are not noted, those said before are struck out when it is left.
    A server that is gone or refuses is named by further words, which stay.
    """

    def __init__(self, page: Page) -> None:
        self.said: list[str] = []
        self.in_doubt: list[str] = []
        self.is_being_left = False
        page.on("console", self._hear_console)
        page.on("pageerror", lambda error: self._hear(f"page error: {error}"))
        page.on("dialog", self._answer)
        page.on("request", self._notice_leaving)
        page.on("load", self._notice_arrival)
        page.on("close", lambda _: self._leave())

    @property
    def heard(self) -> list[str]:
        return self.said + self.in_doubt

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and NO_PUSH not in message.text:
            self._hear(message.text)

    def _hear(self, text: str) -> None:
        if not BROKEN_OFF.search(text):
            self.said.append(text)
        elif not self.is_being_left:
            self.in_doubt.append(text)

    def _answer(self, dialog: Dialog) -> None:
        self.said.append(f"dialog: {dialog.message}")
        dialog.accept()

    def _notice_leaving(self, request: Request) -> None:
        if request.is_navigation_request():
            self._leave()

    def _leave(self) -> None:
        self.is_being_left = True
        self.in_doubt.clear()

    def _notice_arrival(self, _: Page) -> None:
        self.is_being_left = False
