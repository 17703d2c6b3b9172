"""What a notification says, in the reader's language: whose room, which lot, and no more.

A glance over a shoulder sees the title and the body, so neither holds money, a hand, a bid or what
anybody has done; and what they hold is what everybody at the table can see.
"""

from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.editions import EDITIONS
from games.engine.state import GameState
from games.models import Game, Invitation, NotificationKind
from games.text.card_names import lot_title

Kind = NotificationKind


class Words(TypedDict):
    """A notification as a browser shows it; `tag` is the game: a later one replaces it."""

    kind: str
    tag: str
    title: str
    body: str
    url: str


def words_for(kind: str, game: Game | None, state: GameState | None = None) -> Words:
    """The notification; `state` is that of the game, if it is running."""
    if game is None:
        return _test()
    url = reverse("room", args=[game.room.invite])
    if kind == Kind.REVIEW:
        url = reverse("review", args=[game.code])
    return Words(
        kind=kind, tag=f"game-{game.pk}", title=_title(kind), body=_body(kind, game, state), url=url
    )


def invited_words(invitation: Invitation) -> Words:
    """The notification of an invitation: whose it is, and no more."""
    return Words(
        kind=Kind.INVITE,
        tag=f"room-{invitation.room_id}",
        title=_("You’re invited to a table"),
        body=_("%(name)s’s room") % {"name": invitation.by.name},
        url=reverse("room", args=[invitation.room.invite]),
    )


def _test() -> Words:
    return Words(
        kind=Kind.TEST,
        tag="test",
        title=_("Notifications work"),
        body=_("This is how we tell you that it’s your turn."),
        url=reverse("account"),
    )


def _title(kind: str) -> str:
    match kind:
        case Kind.TURN:
            return _("Your turn")
        case Kind.DEADLINE:
            return _("Your turn ends in 4 hours")
        case Kind.START:
            return _("Your game has started")
        case Kind.REMATCH:
            return _("Ready for a rematch?")
        case Kind.REVIEW:
            return _("Your analysis is ready")
    return pgettext("notification", "Your turn is over")


def _body(kind: str, game: Game, state: GameState | None) -> str:
    """Whose room it is, and for a turn the lot that is up for auction."""
    host = game.room.host
    room = (
        _("%(name)s’s room") % {"name": host.name}
        if host
        else _("Room %(code)s") % {"code": game.room.code}
    )
    if kind not in {Kind.TURN, Kind.DEADLINE} or state is None or state.lot is None:
        return room
    return f"{room} · {lot_title(EDITIONS[game.edition], state.lot)}"
