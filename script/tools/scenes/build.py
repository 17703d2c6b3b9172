"""Every state of the screen, played into a server's own database; prints one scene a line as JSON.

A process of its own beside the server, on the same DATA_DIR. Games are real ones: seats act by the
rules, at random, until the position is the one that is wanted.
"""

import argparse
import os
from collections.abc import Collection, Iterable, Iterator
from datetime import timedelta
from itertools import chain

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.accounts import people  # noqa: E402
from games.archive import importing, sharing  # noqa: E402
from games.engine.auto_bids import AutoBid  # noqa: E402
from games.engine.editions import EDITIONS  # noqa: E402
from games.models import CORRESPONDENCE, Game, Player, Review, Room  # noqa: E402
from games.play import auto_bids  # noqa: E402
from games.play.position import position_of  # noqa: E402
from games.play.stored_records import record_of  # noqa: E402
from games.reviews import jobs  # noqa: E402
from games.reviews.analysis.report import solve  # noqa: E402
from games.rooms import seating  # noqa: E402
from script.tools.scenes import accounts, open_play  # noqa: E402
from script.tools.scenes.admin_pages import admin_scenes  # noqa: E402
from script.tools.scenes.positions import (  # noqa: E402
    ME,
    STARS,
    WANTED,
    Wanted,
    gather,
    played,
    seated,
)
from script.tools.scenes.sessions import Scene, session_of  # noqa: E402
from tests.support.builders import import_record  # noqa: E402

EDITION_IDS = tuple(EDITIONS)
ON_THE_CLOCK = ("my-turn", "reverse")


def table_scenes(seats: int, chosen: Collection[str]) -> Iterator[Scene]:
    """The chosen states of a game, or all, seen from one seat; the editions take turns."""
    for number, (name, (wanted, stars)) in enumerate(WANTED.items()):
        if chosen and name not in chosen:
            continue
        edition = "allplay-2025" if stars else EDITION_IDS[(number + seats) % len(EDITION_IDS)]
        room = played(seats, edition, wanted, stars)
        yield scene(name, room, seated(room, ME), seats)
        if name == "over":
            yield from seen_again(room, seats)
        if name == "over" and seats == 5:
            yield from reviewed(room, seats)
        if name == "others-turn":
            yield watching(room, seats)
            yield scene("stranger", room, None, seats)
            session = session_of(seated(room, ME))
            yield Scene("report", f"/r/{room.invite}/report/", session, seats)
            yield with_auto_bid("auto-bid", seats, edition, wanted)
        if name == "my-turn":
            yield with_auto_bid("my-turn-auto-bid", seats, edition, wanted)
        if name in ON_THE_CLOCK:
            timed = played(seats, edition, wanted, stars, CORRESPONDENCE)
            yield scene(f"{name}-on-the-clock", timed, seated(timed, ME), seats)


def scene(name: str, room: Room, player: Player | None, seats: int) -> Scene:
    return Scene(name, f"/r/{room.invite}/", session_of(player) if player else "", seats)


def watching(room: Room, seats: int) -> Scene:
    spectator = people.new_guest("Inspector Grey")
    seating.watch(room.pk, spectator)
    return scene("watching", room, spectator, seats)


def seen_again(room: Room, seats: int) -> Iterator[Scene]:
    """The finished game as a replay: from a seat, open, for who only has the link, at its end."""
    game, session = Game.objects.get(room=room), session_of(seated(room, ME))
    middle, path = game.version // 2, f"/g/{game.code}/"
    yield Scene("replay", f"{path}?at={middle}&view={ME}", session, seats)
    yield Scene("replay-open", f"{path}?at={middle}&view=open", session, seats)
    yield Scene("replay-link", f"/g/{sharing.share(game)}/?at=0&view=table", "", seats)
    yield Scene("replay-end", f"{path}?at={game.version}&view={ME}", session, seats)


def reviewed(room: Room, seats: int) -> Iterator[Scene]:
    """The finished game's review: still to be asked for, in the making, failed, and read."""
    game, session = Game.objects.get(room=room), session_of(seated(room, ME))
    yield Scene("review", f"/g/{game.code}/review/", session, seats)
    jobs.ask(game)
    while piece := jobs.take():
        jobs.store(piece, solve(piece.tasks))
    record = record_of(game)
    for name in ("review-offered", "review-waiting", "review-failed"):
        twin = import_record(record, importing.archive(seated(room, ME)))
        if name != "review-offered":
            jobs.ask(twin)
        yield Scene(name, f"/g/{twin.code}/review/", session, seats)
        if name == "review-waiting":
            later = timezone.now() + timedelta(days=1)  # somebody has taken it, and thinks long
            Review.objects.filter(game=twin).update(due_at=later, done=30)
        if name == "review-failed":
            Review.objects.filter(game=twin).update(state=Review.State.FAILED, due_at=None)


def with_auto_bid(name: str, seats: int, edition: str, wanted: Wanted) -> Scene:
    room = played(seats, edition, wanted)
    game = Game.objects.get(room=room)
    state = position_of(game.pk, game.version).state
    auto_bids.set_auto_bid(game.pk, ME, AutoBid(state.revealed, state.highest + 5_000))
    return scene(name, room, seated(room, ME), seats)


def lobby_scenes() -> Iterator[Scene]:
    room = gather(2, "allplay-2025", STARS, chairs=5)
    yield scene("door", room, None, 5)
    yield scene("lobby-waiting", room, seated(room, 0), 5)
    full = gather(5, "osprey-2018")
    seating.watch(full.pk, people.new_guest("Inspector Grey"))
    yield scene("lobby-host", full, seated(full, 0), 5)
    yield scene("lobby-guest", full, seated(full, 1), 5)
    yield scene("door-full", full, None, 5)


def page_scenes() -> Iterator[Scene]:
    """Pages of no room: for a stranger, and for somebody with a finished game."""
    veteran = Player.objects.filter(seats__game__status=Game.Status.FINISHED).first()
    newcomer = people.new_guest("Ann")
    yield Scene("home", "/", "", 0)
    if veteran is not None:
        yield Scene("home-again", "/", session_of(veteran), 0)
        yield Scene("my-games", "/me/", session_of(veteran), 0)
        yield Scene("statistics", "/me/statistics/", session_of(veteran), 0)
        yield Scene("opponents", "/me/opponents/", session_of(veteran), 0)
        yield Scene("import", "/me/import/", session_of(veteran), 0)
        yield Scene("forget", "/me/forget/", session_of(veteran), 0)
    yield Scene("no-games", "/me/", session_of(newcomer), 0)
    yield Scene("log-in", "/login/", "", 0)
    yield Scene("sign-up", "/signup/", "", 0)
    yield Scene("lesson", "/learn/?step=7", "", 0)
    yield Scene("lesson-answer", "/learn/?step=14&type=bid&cards=25000&cards=1000", "", 0)
    yield Scene("lesson-end", "/learn/?step=15", "", 0)
    yield Scene("rules", "/rules/", "", 0)
    for edition in ("allplay-2025", "classic"):
        yield Scene(f"rules-{edition}", f"/rules/{edition}/", "", 0)
    yield Scene("not-found", "/nowhere/", "", 0)
    yield Scene("no-such-room", "/r/nothing-here/", "", 0)


def more_page_scenes() -> Iterator[Scene]:
    """Pages around accounts, and of who came back to a game over days."""
    away = played(3, "osprey-2018", WANTED["my-turn"][0], clock=CORRESPONDENCE)
    every = (accounts.account_pages(), accounts.pages_of_who_came_back(away, ME))
    yield from scenes_of(chain.from_iterable(every))


def open_play_scenes() -> Iterator[Scene]:
    yield from scenes_of(open_play.places())


def scenes_of(places: Iterable[open_play.Place]) -> Iterator[Scene]:
    for name, path, player in places:
        yield Scene(name, path, session_of(player) if player else "", 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", default="3,4,5", help="tables for so many, for example 3,5")
    parser.add_argument("--only", default="", help="states of a game, lobby, pages, open, admin")
    options = parser.parse_args()
    with transaction.atomic():
        for each in chosen_scenes(options.seats, set(filter(None, options.only.split(",")))):
            print(each.line())


def chosen_scenes(seats: str, chosen: Collection[str]) -> Iterator[Scene]:
    """Those that were named; everything but the admin if none was."""
    if "admin" in chosen:
        yield from admin_scenes()
        return
    for number in map(int, seats.split(",")):
        yield from table_scenes(number, chosen)
    if not chosen or "lobby" in chosen:
        yield from lobby_scenes()
    if not chosen or "pages" in chosen:
        yield from page_scenes()
        yield from more_page_scenes()
    if not chosen or "open" in chosen:
        yield from open_play_scenes()


if __name__ == "__main__":
    main()
