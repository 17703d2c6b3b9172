"""Limits on open connections: for each address (MAX_CONNECTIONS_PER_ADDRESS) and in all.

Everything runs in the event loop's thread; nothing is locked.
"""

from typing import Any

from django.conf import settings
from twisted.internet.interfaces import IAddress
from twisted.protocols.policies import WrappingFactory

from games.accounts.addresses import is_trusted, limited_address
from games.server.connection_counts import Tally
from games.server.sparse_log import SparseLog


def key_of(peer: Any) -> str:
    """The address under which a connection is counted; “” (no limit) for a trusted proxy."""
    host = str(getattr(peer, "host", ""))
    return "" if settings.LIMITS == "off" or is_trusted(host) else limited_address(host)


class Connections(WrappingFactory):  # type: ignore[misc]
    """Counts the connections of one of Daphne's servers and refuses those above the limits.

    `pages` is the `http_channel.PageFactory` that makes the channels. At `most` connections in all,
    the one that has waited longest for a request is closed in favour of the new one.
    """

    def __init__(self, pages: Any, most: int) -> None:
        super().__init__(pages)
        self.most = most
        self.tally = Tally()
        self.log = SparseLog()

    def buildProtocol(self, addr: IAddress | None) -> Any:  # noqa: N802
        """The protocol of a new connection; None if there are too many, and Twisted closes it."""
        if self.tally.is_full_for(key_of(addr), settings.MAX_CONNECTIONS_PER_ADDRESS):
            return None
        if self.tally.total >= self.most:
            self.log.warn(f"There are {self.most} connections: the oldest that waits is closed.")
            if not self.wrappedFactory.close_oldest_reader():
                return None
        return super().buildProtocol(addr)

    def registerProtocol(self, p: Any) -> None:  # noqa: N802
        super().registerProtocol(p)
        self.tally.add(key_of(p.getPeer()))

    def unregisterProtocol(self, p: Any) -> None:  # noqa: N802
        super().unregisterProtocol(p)
        self.tally.drop(key_of(p.getPeer()))
