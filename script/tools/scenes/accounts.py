"""Pages of somebody with an account, and of who came back to a game over days."""

from collections.abc import Iterator

from django.utils import timezone

from games.accounts import password_links
from games.accounts.devices import browser_in
from games.engine.history import BY_PLAYER
from games.models import Device, Game, MailAddress, Player, Room, Seat, User

BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
Pages = Iterator[tuple[str, str, Player | None]]


def account_pages() -> Pages:
    """A name, a path and who looks: an account with all that can be given, and what is near it."""
    user = User.objects.create_user("duke", password="a fine evening")
    duke = Player.objects.create(user=user, name="Duke Bellamy")
    address = {"address": "duke@example.com", "verified_at": timezone.now(), "language": "en"}
    MailAddress.objects.create(player=duke, **address)
    Device.objects.create(player=duke, agent=browser_in(BROWSER))
    yield "account", "/me/account/", duke
    yield "forgotten", "/password/forgotten/", None
    yield "new-password", password_links.password_path(user), None


def pages_of_who_came_back(room: Room, seat: int) -> Pages:
    """The steps that the others have made since, and the home page with the running game."""
    game = Game.objects.get(room=room)
    own = game.log.filter(seat=seat, by=BY_PLAYER).order_by("number").last()
    looked = own.number + 1 if own else 0
    Seat.objects.filter(game=game, number=seat).update(looked_version=looked)
    player = room.members.get(chair=seat).player
    yield "since", f"/r/{room.invite}/since/", player
    yield "home-running", "/", player
