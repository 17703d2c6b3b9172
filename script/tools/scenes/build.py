"""Every state of the screen, played into a server's own database; prints one scene a line as JSON.

A process of its own beside the server, on the same DATA_DIR. Games are real ones: seats act by the
rules, at random, until the position is the one that is wanted.
"""

import argparse
import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, count
from random import Random

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.accounts import people  # noqa: E402
from games.accounts.session import KEY  # noqa: E402
from games.archive import importing, sharing  # noqa: E402
from games.engine.auto_bids import AutoBid  # noqa: E402
from games.engine.cards import ADVANCED, END_CARDS, Card  # noqa: E402
from games.engine.dealing import commitment, deal  # noqa: E402
from games.engine.editions import EDITIONS  # noqa: E402
from games.engine.rules import apply, start  # noqa: E402
from games.engine.state import GameState, Phase  # noqa: E402
from games.models import CORRESPONDENCE, Game, Player, Review, Room, User  # noqa: E402
from games.moderation import actions, reports  # noqa: E402
from games.moderation.actions import Moderator  # noqa: E402
from games.play import auto_bids, moves  # noqa: E402
from games.play.position import forget_positions, position_of  # noqa: E402
from games.play.stored_records import record_of  # noqa: E402
from games.reviews import jobs  # noqa: E402
from games.reviews.analysis.report import solve  # noqa: E402
from games.rooms import chat, hosting, seating, starting  # noqa: E402
from script.tools.scenes import accounts, open_play  # noqa: E402
from tests.support.builders import import_record  # noqa: E402
from tests.support.strategies import some_action  # noqa: E402

NAMES = (
    "Lady Wilhelmina Moore",
    "Graf von Wellenstein",
    "Madame Mme. Montbazon",
    "Ann",
    "Commodore W. Whitmore",
)
LINES = ("Good evening!", "A château for a song.", "You would not dare.")
ME = 1
SALT = bytes(32)
Wanted = Callable[[GameState], bool]


@dataclass(frozen=True)
class Scene:
    """A place and the session of the one who looks at it."""

    name: str
    path: str
    session: str
    seats: int

    def line(self) -> str:
        return json.dumps(self.__dict__)


def guests(seats: int) -> list[Player]:
    return [people.new_guest(name[:20]) for name in NAMES[:seats]]


def session_of(player: Player) -> str:
    session = SessionStore()
    if player.user is not None:
        _log_in(session, player.user)
    session[KEY] = player.pk
    session.create()
    return str(session.session_key)


def gather(
    seats: int, edition: str, stars: tuple[Card, ...] = (), chairs: int = 0, clock: int = 0
) -> Room:
    """A room with so many people on its chairs, who have said a few words."""
    players = guests(seats)
    room = seating.open_room(players[0])
    options = {"edition": edition, "advanced": [card.id for card in stars], "grace": 0}
    hosting.choose(room.pk, players[0], seats=chairs or seats, clock=clock, **options)
    for player in players[1:]:
        seating.sit(room.pk, player)
    for player, line in zip(players, LINES, strict=False):
        chat.say(room.pk, player, line)
    room.members.update(seen_at=timezone.now() + timedelta(days=1))  # nobody is away
    return room


def seated(room: Room, chair: int) -> Player:
    return room.members.get(chair=chair).player


def played(
    seats: int, edition: str, wanted: Wanted, stars: tuple[Card, ...] = (), clock: int = 0
) -> Room:
    """A room in whose game the position is as wanted; the seed is the first that leads there."""
    for number in count():
        seed, rng = number.to_bytes(32), Random(number)
        state, actions = start(deal(EDITIONS[edition], seats, seed, stars)), []
        while not wanted(state) and not state.is_over:
            actions.append(some_action(state, rng, 0.35 + rng.random() / 2))
            state = apply(state, actions[-1])
        if wanted(state):
            break
    room = gather(seats, edition, stars, clock=clock)
    game = starting.start(room.pk, seated(room, 0))
    game.seed, game.salt, game.commitment = seed.hex(), SALT.hex(), commitment(seed, SALT)
    game.save()
    forget_positions()
    for version, action in enumerate(actions):
        moves.play(moves.Move(game.pk, version, action))
    return room


def is_auction(state: GameState, revealed: int = 6) -> bool:
    return state.phase is Phase.AUCTION and state.revealed >= revealed


def is_mine(state: GameState) -> bool:
    return ME in state.seats_to_act


def is_in(state: GameState) -> bool:
    return bool(state.active >> ME & 1)


def is_reverse(state: GameState) -> bool:
    return state.lot is not None and state.lot.is_disgrace


def ends_seen(state: GameState) -> int:
    return len(set(state.deal.deck[: state.revealed]) & set(END_CARDS))


def has_won_many(state: GameState) -> bool:
    return len(state.players[ME].claimed) >= 4 and len(state.players[0].claimed) >= 3


def is_after_a_disgrace(state: GameState) -> bool:
    """The first lot was a disgrace, and everybody else has paid many notes to avoid it."""
    notes = sorted(player.spent.bit_count() for player in state.players)
    is_next = state.revealed == 2 and state.deal.deck[0].is_disgrace
    return is_next and not state.highest and notes[1] >= 5


STARS = ADVANCED
WANTED: dict[str, tuple[Wanted, tuple[Card, ...]]] = {
    "first-turn": (lambda s: is_auction(s, 1) and is_mine(s) and not is_reverse(s), ()),
    "my-turn": (
        lambda s: is_auction(s) and is_mine(s) and bool(s.players[ME].bid) and not is_reverse(s),
        (),
    ),
    "others-turn": (
        lambda s: is_auction(s) and not is_mine(s) and is_in(s) and s.highest > 5_000,
        (),
    ),
    "passed": (lambda s: is_auction(s) and not is_in(s) and not is_reverse(s), ()),
    "reverse": (lambda s: is_auction(s, 3) and is_mine(s) and is_reverse(s) and s.highest > 0, ()),
    "sealed": (lambda s: s.phase is Phase.SEALED and is_mine(s) and s.revealed > 3, STARS),
    "sealed-waiting": (
        lambda s: s.phase is Phase.SEALED and not is_mine(s) and bool(s.players[ME].bid),
        STARS,
    ),
    "theft": (
        lambda s: s.phase is Phase.DISCARD and is_mine(s) and len(s.players[ME].claimed) > 3,
        (),
    ),
    "many-cards": (lambda s: is_auction(s, 9) and is_mine(s) and has_won_many(s), STARS),
    "no-money": (lambda s: is_auction(s) and is_mine(s) and not s.players[ME].hand, ()),
    "before-the-end": (lambda s: is_auction(s) and ends_seen(s) == 3 and is_in(s), ()),
    "after-a-disgrace": (is_after_a_disgrace, STARS),
    "over": (lambda s: s.is_over and s.revealed > 9, STARS),
}
ON_THE_CLOCK = ("my-turn", "reverse")
EDITION_IDS = tuple(EDITIONS)
ADMINISTERED = ("game", "room", "player", "message", "report", "hiddenaccess", "moderationaction")


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
    room = gather(2, "allplay-2025", ADVANCED, chairs=5)
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


def admin_scenes() -> Iterator[Scene]:
    """What those see who look after the house: lists with a few rows, and a page of each kind."""
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


def session_of_keeper(user: User) -> str:
    session = SessionStore()
    _log_in(session, user)
    session.create()
    return str(session.session_key)


def _log_in(session: SessionStore, user: User) -> None:
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()


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
