"""Those who watch for secrets: they keep all that a socket would be sent."""

from games.live.viewer import ConnectedViewer

SITE = "http://testserver"


class Witness(ConnectedViewer):
    """A viewer who keeps all that they are shown."""

    def __init__(self, player, room_id=1):
        super().__init__(room_id, player, "en", SITE)
        self.seen = []

    def push(self, html):
        self.seen.append(html)
