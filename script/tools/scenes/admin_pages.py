"""Pages of the admin: lists with a few rows, and a page of each kind."""

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from games.models import Game, User
from games.moderation import actions, reports
from games.moderation.actions import Moderator
from script.tools.scenes.positions import ME, WANTED, played, seated
from script.tools.scenes.sessions import Scene, session_of_keeper

ADMINISTERED = ("game", "room", "player", "message", "report", "hiddenaccess", "moderationaction")


def admin_scenes() -> Iterator[Scene]:
    """What moderators see: lists with a few rows, and a page of each kind."""
    over, running = (played(3, "allplay-2025", *WANTED[name]) for name in ("over", "sealed"))
    rude, duchess = seated(running, 2), User.objects.create_superuser("duchess", password="a")
    judge, session = Moderator(duchess), session_of_keeper(duchess)
    for room, reason in ((over, "Was that an accident?"), (running, "Calls me names, all evening")):
        report = reports.report(room, seated(room, ME), reason, seated(room, 2).pk)
    actions.take(judge, report)
    actions.silence(judge, rude, timezone.now() + timedelta(days=3), "Rude talk")
    games = [Game.objects.get(room=room) for room in (over, running)]
    reports.log_hidden_access(judge, games[1], "Somebody seems to see the others' cards")
    middle = games[0].version // 2
    pages = {
        "index": "",
        "statistics": "statistics/",
        **{f"list-of-{name}s": f"games/{name}/" for name in ADMINISTERED},
        "list-with-counts": "games/game/?_facets=True&status__exact=finished",
        "list-without-rows": "games/game/?q=nobody",
        "game-over": f"games/game/{games[0].pk}/change/?ply={middle}",
        "game-at-its-end": f"games/game/{games[0].pk}/change/",
        "game-running": f"games/game/{games[1].pk}/change/",
        "report": f"games/report/{report.pk}/change/",
        "player": f"games/player/{rude.pk}/change/",
        "room": f"games/room/{running.pk}/change/",
    }
    for name, path in pages.items():
        yield Scene(f"admin-{name}", f"/admin/{path}", session, 0)
    yield Scene("admin-door", "/admin/", "", 0)
