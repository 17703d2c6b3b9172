"""What players report, and the looks of those who may see what is hidden."""

from games.models import Game, Look, Member, Player, Report, Room
from games.refusals import NoSuchMember, NotInThisRoom
from games.selectors import game_of, membership
from games.services.moderation import Judge, reason_in


def report(
    room: Room,
    reporter: Player,
    reason: str,
    about: int | None = None,
    code: str = "",
    number: int | None = None,
) -> Report:
    """Put something into the queue, with the game and the action it is about.

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
        about=_somebody(room, game, reporter, about),
        reason=reason,
    )


def _somebody(room: Room, game: Game | None, reporter: Player, about: int | None) -> Player | None:
    """Whom it is about: somebody else in the room or at its table."""
    if about is None:
        return None
    is_here = Member.objects.filter(room=room, player=about).exists()
    has_played = game is not None and game.seats.filter(player=about).exists()
    if about == reporter.pk or not (is_here or has_played):
        raise NoSuchMember
    return Player.objects.get(pk=about)


def look(judge: Judge, game: Game, reason: str) -> Look:
    """Write down that somebody looks at what is hidden in a game they do not play themselves."""
    reason = reason_in(reason)
    judge.check_game(game)
    return Look.objects.create(user=judge.user, game=game, version=game.version, reason=reason)
