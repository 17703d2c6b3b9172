"""Reports of players, and the log of moderators' access to hidden cards."""

from games.models import Game, HiddenAccess, Member, Player, Report, Room
from games.moderation.actions import Moderator, reason_in
from games.rooms.lookup import game_of, membership
from games.text.errors import NoSuchMember, NotInThisRoom


def report(
    room: Room,
    reporter: Player,
    reason: str,
    about: int | None = None,
    code: str = "",
    number: int | None = None,
) -> Report:
    """Store a report with the game and the action it is about.

    Without a code that is the game on the table, without a number its newest action.
    """
    reason = reason_in(reason)
    if membership(room, reporter) is None:
        raise NotInThisRoom
    game = room.games.filter(code=code).first() if code else game_of(room)
    return Report.objects.create(
        room=room,
        game=game,
        number=None
        if game is None
        else min(game.version if number is None else number, game.version),
        reporter=reporter,
        about=_reported(room, game, reporter, about),
        reason=reason,
    )


def _reported(room: Room, game: Game | None, reporter: Player, about: int | None) -> Player | None:
    """The reported player, who is in the room or sat in the game; raises NoSuchMember if not."""
    if about is None:
        return None
    is_here = Member.objects.filter(room=room, player=about).exists()
    has_played = game is not None and game.seats.filter(player=about).exists()
    if about == reporter.pk or not (is_here or has_played):
        raise NoSuchMember
    return Player.objects.get(pk=about)


def log_hidden_access(moderator: Moderator, game: Game, reason: str) -> HiddenAccess:
    """Log that a moderator looks at hidden cards; NotImpartial where they play in the game."""
    reason = reason_in(reason)
    moderator.check_game(game)
    return HiddenAccess.objects.create(
        user=moderator.user, game=game, version=game.version, reason=reason
    )
