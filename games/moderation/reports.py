"""Reports of players, and the log of moderators' access to hidden cards."""

from games.models import Game, HiddenAccess, Member, Message, Player, Report, Room
from games.moderation.actions import Moderator, reason_in
from games.rooms.lookup import game_of, membership
from games.text.errors import NoSuchMember, NoSuchMessage, NotInThisRoom

LINES_BEFORE, LINES_AFTER = 10, 5


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


def report_message(room: Room, reporter: Player, message: Message, reason: str = "") -> Report:
    """Store a report of something that was said; it needs no reason, as the words are stored."""
    reason = reason_in(reason) if reason.strip() else ""
    if membership(room, reporter) is None:
        raise NotInThisRoom
    game = game_of(room)
    return Report.objects.create(
        room=room,
        game=game,
        number=game.version if game else None,
        message=message,
        reporter=reporter,
        about=message.player,
        reason=reason,
    )


def reportable(room: Room, reporter: Player, message_id: int | None) -> Message:
    """A message that somebody else wrote in the room; raises NoSuchMessage if there is none."""
    said = room.messages.exclude(player=reporter).exclude(player=None)
    message = said.filter(pk=message_id or 0).first()
    if message is None:
        raise NoSuchMessage
    return message


def talk_around(report: Report) -> list[Message]:
    """What was said in the room before and after the report, or the message it is about."""
    said = report.room.messages.select_related("player")
    if report.message_id:
        before, after = (
            said.filter(pk__lte=report.message_id),
            said.filter(pk__gt=report.message_id),
        )
    else:
        before, after = said.filter(at__lte=report.at), said.filter(at__gt=report.at)
    return [*reversed(before.order_by("-pk")[:LINES_BEFORE]), *after.order_by("pk")[:LINES_AFTER]]


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
