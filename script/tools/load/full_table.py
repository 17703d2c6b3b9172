"""Run beside a server, on its data: the table with the most to show, one move before its end.

Five people with long names, all ★ cards, a long log, much talk, many watchers.
Prints where and who as JSON: the five and one watcher.
"""

import json
import os

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "highsociety_site.settings"
django.setup()

from games.accounts import people  # noqa: E402
from games.engine.actions import Action, Bid  # noqa: E402
from games.engine.cards import ADVANCED  # noqa: E402
from games.engine.legal import legal_actions  # noqa: E402
from games.engine.rules import apply  # noqa: E402
from games.engine.state import GameState  # noqa: E402
from games.engine.wire import action_dict  # noqa: E402
from games.models import Message, Player  # noqa: E402
from games.play import moves  # noqa: E402
from games.play.position import position_of  # noqa: E402
from games.rooms import hosting, seating, starting  # noqa: E402
from games.rooms.watchers import MOST_WATCHERS  # noqa: E402
from script.tools.load.prepare_tables import session_of  # noqa: E402

SEATS, LINES = 5, 60


def named(number: int) -> Player:
    """Each character of the name takes six bytes of HTML."""
    return people.new_guest("'" * 17 + f"{number:03}")


def gathered() -> tuple[int, str, list[Player]]:
    players = [named(number) for number in range(SEATS + MOST_WATCHERS)]
    room = seating.open_room(players[0])
    stars = [card.id for card in ADVANCED]
    hosting.choose(room.pk, players[0], seats=SEATS, edition="allplay-2025", advanced=stars)
    for player in players[1:SEATS]:
        seating.sit(room.pk, player)
    for player in players[SEATS:]:
        seating.watch(room.pk, player)
    Message.objects.bulk_create(
        Message(room=room, player=players[0], name=players[0].name, text="'" * 298 + f"{n:02}")
        for n in range(LINES)
    )
    return room.pk, room.invite, players


def smallest(state: GameState) -> Action:
    """The smallest raise there is, so that an auction takes as many bids as it can."""
    legal = legal_actions(state, state.seats_to_act[0])
    bids = [action for action in legal if isinstance(action, Bid)]
    return min(bids, key=lambda bid: sum(bid.money), default=legal[0])


def played_nearly(game_id: int) -> dict[str, object]:
    """Play until the next action ends the game; that action, and the version it answers."""
    version = 0
    while True:
        state = position_of(game_id, version).state
        action = smallest(state)
        if apply(state, action).is_over:
            return {"version": str(version), "seat": action.seat, "action": action_dict(action)}
        moves.play(moves.Move(game_id, version, action))
        version += 1


def main() -> None:
    room_id, invite, players = gathered()
    game = starting.start(room_id, players[0])
    last = played_nearly(game.pk)
    sessions = [session_of(player) for player in players[: SEATS + 1]]
    print(json.dumps({"invite": invite, "sessions": sessions, **last}))


if __name__ == "__main__":
    main()
