"""Runs Daphne with our websockets, our limits, and a shutdown that leaves nothing behind."""

from collections.abc import Callable
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory
from twisted.internet import reactor

from games.live.backpressure import BoundedSocket
from games.live.socket_viewer import SEND_NOW
from games.play.commands import LONGEST_FRAME
from games.server import http_server

INSTANCE = "application_instance"
# A busy server may take so long to let a socket in. With less, sockets that came together give up
# before it is their turn, knock again, and the server works for those that have gone.
HANDSHAKE_SECONDS = 30
REACTOR: Any = reactor


def run(host: str, port: str, begin: Callable[[Server], None]) -> None:
    """Serve until the reactor is stopped; `begin` gets the server once the reactor runs.

    Daphne has no hook for its start, so `begin` is the first call that the reactor makes.
    """
    WebSocketFactory.protocol = BoundedSocket
    CommandLineInterface.server_class = OrderlyServer
    http_server.install()
    daphne = CommandLineInterface()
    REACTOR.callLater(0, lambda: begin(daphne.server))
    daphne.run(
        [
            *("-b", host, "-p", port, "--no-server-name"),
            *("--websocket_timeout", "-1", "--ping-interval", "20"),
            *("--websocket_connect_timeout", str(HANDSHAKE_SECONDS)),
            *("--websocket-max-message-size", str(LONGEST_FRAME)),
            *("--websocket-max-frame-size", str(LONGEST_FRAME)),
            *("-v", "0", "highsociety_site.asgi:application"),
        ]
    )


class OrderlyServer(Server):  # type: ignore[misc]
    """A server that can be stopped while a refused connection is still open.

    Daphne forgets the application of a connection before the connection itself. At shutdown it then
    fails with a KeyError on such a connection, and the other applications are not cancelled.
    """

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Start the application of a connection; one of a socket can also send without ASGI."""
        if isinstance(protocol, BoundedSocket):
            scope["extensions"] = {SEND_NOW: protocol.send_now}
        return super().create_application(protocol, scope)

    def kill_all_applications(self) -> Any:
        """Cancel every application that is left."""
        done = [each for each, facts in self.connections.items() if not facts.get(INSTANCE)]
        for protocol in done:
            del self.connections[protocol]
        return super().kill_all_applications()

    def protocol_disconnected(self, protocol: Any) -> None:
        """Pass on that a connection is gone, unless it was dropped above."""
        if protocol in self.connections:
            super().protocol_disconnected(protocol)
