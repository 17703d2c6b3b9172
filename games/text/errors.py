"""Refusals: a stable code, a sentence and an HTTP status; raising one changes nothing."""

from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop


class Refused(Exception):
    """A request that is refused; `facts` fill the gaps of `sentence`."""

    code: ClassVar[str]
    sentence: ClassVar[str]
    status: ClassVar[int] = 409

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code)
        self.facts = facts

    def __str__(self) -> str:
        return _(self.sentence) % self.facts


class NoSuchRoom(Refused):
    """The room is unknown, closed, or locked to this player; the response does not say which."""

    code = "no-such-room"
    sentence = gettext_noop("There is no open room behind this link or code.")
    status = 404


class NoSuchGame(Refused):
    """The game is unknown, running, or not open to this player; the response does not say which."""

    code = "no-such-game"
    sentence = gettext_noop("There is no finished game here that you could look at.")
    status = 404


class UnreadableGame(Refused):
    """The stored log of a game does not replay; `reason` is for the operator."""

    code = "unreadable-game"
    sentence = gettext_noop("What is stored of this game cannot be read. The house can tell why.")
    status = 500


class NoSuchMoment(Refused):
    code = "no-such-moment"
    sentence = gettext_noop("This game has no such moment.")
    status = 404


class NoSuchSight(Refused):
    code = "no-such-sight"
    sentence = gettext_noop("Nobody sat there: this game cannot be seen like that.")
    status = 404


class NothingToPlay(Refused):
    code = "nothing-to-play"
    sentence = gettext_noop(
        "The game is over at this moment. Choose an earlier one to play on from."
    )


class NotPlayedToTheEnd(Refused):
    code = "not-played-to-the-end"
    sentence = gettext_noop("Only a game that was played to its end can be reviewed.")


class TooManyReviews(Refused):
    code = "too-many-reviews"
    sentence = gettext_noop(
        "You have %(count)s reviews in the making. Ask again when one of them is done."
    )


class RoomIsFull(Refused):
    code = "room-full"
    sentence = gettext_noop("Every chair is taken. You can watch.")


class TooManyWatchers(Refused):
    code = "too-many-watchers"
    sentence = gettext_noop("Too many people are watching already. Try again later.")


class RoomIsLocked(Refused):
    code = "room-locked"
    sentence = gettext_noop("The host has locked this room.")
    status = 403


class NotInThisRoom(Refused):
    code = "not-in-room"
    sentence = gettext_noop("You are not in this room. Take a seat first.")
    status = 403


class HostsOnly(Refused):
    code = "hosts-only"
    sentence = gettext_noop("Only the host of the room can do that.")
    status = 403


class GameIsRunning(Refused):
    code = "game-running"
    sentence = gettext_noop("That has to wait until the game is over.")


class NoGameIsRunning(Refused):
    code = "no-game"
    sentence = gettext_noop("There is no game running in this room.")


class TooManyGames(Refused):
    code = "too-many-games"
    sentence = gettext_noop(
        "You have %(count)s games running. Finish one or break it off before you start another."
    )


class TooFewPlayers(Refused):
    code = "too-few-players"
    sentence = gettext_noop("A game needs at least three players at the table.")


class TooManyPlayers(Refused):
    code = "too-many-players"
    sentence = gettext_noop("There are more people at the table than that.")


class NoSuchMember(Refused):
    code = "no-such-member"
    sentence = gettext_noop("That person is not in the room.")
    status = 404


class NobodyIsAway(Refused):
    code = "nobody-is-away"
    sentence = gettext_noop("Nobody is away from that seat; nothing was changed.")


class NotSeated(Refused):
    code = "not-seated"
    sentence = gettext_noop("You are watching this game. Only who sits at the table can play.")
    status = 403


class TableMovedOn(Refused):
    code = "table-moved-on"
    sentence = gettext_noop("The table has moved on; nothing was played for you. Look again.")


class OrderTooLow(Refused):
    code = "order-too-low"
    sentence = gettext_noop("A limit must be above the highest bid. Nothing was kept.")


class NoTimeLeft(Refused):
    code = "no-time-left"
    sentence = gettext_noop("You have taken extra time as often as one may in a game.")


class NoSuchToken(Refused):
    code = "no-such-token"
    sentence = gettext_noop("This token opens no seat. Ask for a new one in the room.")
    status = 401


class BadInput(Refused):
    """`reason` is already a sentence."""

    code = "bad-input"
    sentence = "%(reason)s"
    status = 400


class TooLarge(Refused):
    code = "too-large"
    sentence = gettext_noop("That is too large: %(size)s at most. Nothing was kept.")
    status = 413


class TooManyRecords(Refused):
    code = "too-many-records"
    sentence = gettext_noop("You can bring in %(count)s records at most. Nothing was kept.")


class RecordsDidNotFit(Refused):
    code = "records-did-not-fit"
    sentence = gettext_noop(
        "You can bring in %(count)s records at most. Only some of these were kept."
    )


class TooFast(Refused):
    code = "too-fast"
    sentence = gettext_noop("That was a little fast. Try again in %(seconds)s s.")
    status = 429


class TooManyTries(TooFast):
    code = "too-many-tries"
    sentence = gettext_noop("Too many wrong passwords. Try again in %(minutes)s min.")


class HasJudged(Refused):
    code = "has-judged"
    sentence = gettext_noop(
        "This account stands in the logs of those who look after the house, so it stays."
    )
    status = 403


class NameIsGiven(Refused):
    code = "name-is-given"
    sentence = gettext_noop("Those who look after the house have given you this name. Keep it.")
    status = 403


class NameIsTaken(Refused):
    code = "name-taken"
    sentence = gettext_noop("Someone here already uses that name. Please choose another.")


class Banned(Refused):
    """`until` is already written as a date."""

    code = "banned"
    sentence = gettext_noop("You are kept out of all rooms until %(until)s.")
    status = 403


class Silent(Refused):
    """`until` is already written as a date."""

    code = "silent"
    sentence = gettext_noop("You may not talk until %(until)s.")
    status = 403


class NotImpartial(Refused):
    code = "not-impartial"
    sentence = gettext_noop("You have a part in this; somebody else has to judge it.")
    status = 403


class Busy(Refused):
    code = "busy"
    sentence = gettext_noop("The house is busy. Nothing was changed; please try again.")
    status = 503
