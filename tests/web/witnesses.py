"""Those who watch for secrets: they keep all that a socket would be sent."""

from games import live

SITE = "http://testserver"


class Witness(live.Eye):
    """An eye that keeps all that it is shown."""

    def __init__(self, player, room_id=1):
        super().__init__(room_id, player, "en", SITE)
        self.seen = []

    async def push(self, html):
        self.seen.append(html)
