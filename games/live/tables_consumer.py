"""The consumer of the list of open tables: it takes nothing, and hears of changes from the hub."""

from django.db import OperationalError

from games.accounts import limits
from games.accounts.addresses import address_in
from games.live.hub import hub
from games.live.plain_consumer import PlainConsumer
from games.live.socket_viewer import BAD, BUSY, TablesViewer
from games.process.suspicious_requests import fields_in
from games.text.errors import TooFast


class TablesConsumer(PlainConsumer):
    """Somebody who looks at the list; a page that sends anything is disconnected."""

    viewer: TablesViewer | None = None

    def forget(self) -> None:
        if self.viewer is not None:
            hub.tables.leave(self.viewer)

    async def connect(self) -> None:
        try:
            await limits.check_async("socket", address_in(self.scope))
        except TooFast:
            await self.close()  # before it was accepted: pages knock again, later each time
            return
        await self.accept()
        self.viewer = TablesViewer(self)
        page = fields_in(self.scope["query_string"])
        try:
            hub.start()
            await hub.tables.join(self.viewer, page.get("seen", ""))
        except OperationalError:
            await self.close(code=BUSY)

    async def receive(self, text_data: str | None = None, **_: object) -> None:  # noqa: ARG002
        await self.close(code=BAD)
