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
    sentence = gettext_noop("We can’t find that room. Check the link, or ask for a new one.")
    status = 404


class NoSuchCode(NoSuchRoom):
    code = "no-such-code"
    sentence = gettext_noop("We can’t find that room. Check the code.")


class NoSuchGame(Refused):
    """The game is unknown, running, or not open to this player; the response does not say which."""

    code = "no-such-game"
    sentence = gettext_noop("We can’t find that game, or it isn’t shared with you.")
    status = 404


class NoSuchProfile(Refused):
    """Nobody has this name, or they show no profile; the response does not say which."""

    code = "no-such-profile"
    sentence = gettext_noop("We can’t find a profile of that name.")
    status = 404


class UnreadableGame(Refused):
    """The stored log of a game does not replay; `reason` is for the operator."""

    code = "unreadable-game"
    sentence = gettext_noop("This game can’t be read. The site’s operator can find out why.")
    status = 500


class NoSuchMoment(Refused):
    code = "no-such-moment"
    sentence = gettext_noop("This game has no such move.")
    status = 404


class NoSuchSight(Refused):
    code = "no-such-sight"
    sentence = gettext_noop("This game has no such seat.")
    status = 404


class NoSuchStep(Refused):
    code = "no-such-step"
    sentence = gettext_noop("This lesson has no such step. Start it again from the home page.")
    status = 404


class DealIsSecret(Refused):
    code = "deal-is-secret"
    sentence = gettext_noop(
        "This is the deal of the day. It is open to everybody when the day is over."
    )
    status = 403


class NoSuchDay(Refused):
    code = "no-such-day"
    sentence = gettext_noop("There is no deal of the day for this address.")
    status = 404


class DayIsOver(Refused):
    code = "day-is-over"
    sentence = gettext_noop("This day is over. Soon you can play its deal in the archive.")


class DayIsToCome(Refused):
    code = "day-is-to-come"
    sentence = gettext_noop("This day has not begun yet.")


class RoomOfTheDay(Refused):
    code = "room-of-the-day"
    sentence = gettext_noop("In a deal of the day you can only play: that is the same for all.")


class NothingToPlay(Refused):
    code = "nothing-to-play"
    sentence = gettext_noop("The game is over here. Go back to an earlier move to play on.")


class NotPlayedToTheEnd(Refused):
    code = "not-played-to-the-end"
    sentence = gettext_noop("Only finished games can be analysed.")


class TooManyReviews(Refused):
    code = "too-many-reviews"
    sentence = gettext_noop("You have %(count)s analyses running. Try again when one is done.")


class RoomIsFull(Refused):
    code = "room-full"
    sentence = gettext_noop("Every seat is taken. You can watch.")


class TooManyWatchers(Refused):
    code = "too-many-watchers"
    sentence = gettext_noop("Too many people are watching. Try again later.")


class RoomIsLocked(Refused):
    code = "room-locked"
    sentence = gettext_noop("This room is locked. Ask the host to unlock it.")
    status = 403


class RoomIsPlaying(Refused):
    code = "room-playing"
    sentence = gettext_noop(
        "A game is running in that room. Wait until it is over, or ask for the link to watch."
    )


class NotInThisRoom(Refused):
    code = "not-in-room"
    sentence = gettext_noop("You’re not in this room. Take a seat first.")
    status = 403


class HostsOnly(Refused):
    code = "hosts-only"
    sentence = gettext_noop("Only the host can do that.")
    status = 403


class GameIsRunning(Refused):
    code = "game-running"
    sentence = gettext_noop("You can’t do that during a game.")


class NoGameIsRunning(Refused):
    code = "no-game"
    sentence = gettext_noop("No game is running in this room.")


class TooManyGames(Refused):
    code = "too-many-games"
    sentence = gettext_noop("You have %(count)s games running. Finish one or break it off first.")


class TooFewPlayers(Refused):
    code = "too-few-players"
    sentence = gettext_noop("You need at least 3 players to start.")


class TooManyPlayers(Refused):
    code = "too-many-players"
    sentence = gettext_noop("More players are seated than that. Remove someone first.")


class PlayedToTheEnd(Refused):
    code = "played-to-the-end"
    sentence = gettext_noop(
        "An open game is played to its end. If you leave, a bot plays on for you."
    )


class NeedsAClock(Refused):
    code = "needs-a-clock"
    sentence = gettext_noop(
        "An open table needs a time for each turn and a bot for those who are away."
    )


class GuestsAreSeated(Refused):
    code = "guests-are-seated"
    sentence = gettext_noop("Rated games are for accounts only, and there is a guest at the table.")


class CannotPlayTogether(Refused):
    """Somebody at the table has blocked somebody else there; the sentence does not say who."""

    code = "cannot-play-together"
    sentence = gettext_noop("Some of the players here don’t play together in open games.")


class CannotSitHere(Refused):
    """The player and somebody at the table do not play together; it does not say who or why."""

    code = "cannot-sit-here"
    sentence = gettext_noop("You can’t take a seat at this table. Choose another one.")
    status = 403


class RatedIsForAccounts(Refused):
    code = "rated-for-accounts"
    sentence = gettext_noop("Rated games are for accounts only. Log in or sign up first.")
    status = 403


class MutedAtOpenTables(Refused):
    """`until` is already written as a date."""

    code = "muted-at-open-tables"
    sentence = gettext_noop("You’re muted, so you can’t join open tables until %(until)s.")
    status = 403


class TooManyLeaves(Refused):
    """`until` is already written as a date."""

    code = "too-many-leaves"
    sentence = gettext_noop(
        "You left %(count)s open games lately. You can join open tables again from %(until)s."
    )
    status = 403


class BotsComeLater(Refused):
    code = "bots-come-later"
    sentence = gettext_noop("Wait a little longer for other players. Bots can fill in soon.")


class NotAnOpenTable(Refused):
    code = "not-an-open-table"
    sentence = gettext_noop("This table isn’t open to anyone any more.")


class NoProgramsHere(Refused):
    code = "no-programs-here"
    sentence = gettext_noop("Programs can’t play at open tables.")
    status = 403


class TooManyBlocks(Refused):
    code = "too-many-blocks"
    sentence = gettext_noop("Your list is full: %(count)s at most. Remove someone first.")


class NoRematchProposed(Refused):
    code = "no-rematch"
    sentence = gettext_noop("No rematch is proposed at the moment.")


class NotEverybodyIsReady(Refused):
    code = "not-ready"
    sentence = gettext_noop("Not everybody is ready yet. After a minute, bots can fill in.")


class StartedWithoutYou(Refused):
    code = "started-without-you"
    sentence = gettext_noop(
        "The game started with a bot in your place. You can watch, and sit down after it."
    )


class NoSuchMember(Refused):
    code = "no-such-member"
    sentence = gettext_noop("That player isn’t in this room.")
    status = 404


class NoSuchMessage(Refused):
    code = "no-such-message"
    sentence = gettext_noop("That message is no longer there.")
    status = 404


class NobodyIsAway(Refused):
    code = "nobody-is-away"
    sentence = gettext_noop("That player is back. Nothing was changed.")


class NotSeated(Refused):
    code = "not-seated"
    sentence = gettext_noop("You’re watching. Only players at the table can act.")
    status = 403


class TableMovedOn(Refused):
    code = "table-moved-on"
    sentence = gettext_noop("The table has changed, so your move wasn’t played. Look again.")


class OrderTooLow(Refused):
    code = "order-too-low"
    sentence = gettext_noop("Set a limit above the highest bid.")


class NoTimeLeft(Refused):
    code = "no-time-left"
    sentence = gettext_noop("You have no extra time left in this game.")


class NoSuchToken(Refused):
    code = "no-such-token"
    sentence = gettext_noop("This token isn’t valid. Get a new one in the room.")
    status = 401


class BadInput(Refused):
    """`reason` is already a sentence."""

    code = "bad-input"
    sentence = "%(reason)s"
    status = 400


class TooLarge(Refused):
    code = "too-large"
    sentence = gettext_noop("That’s too large: %(size)s at most. Nothing was saved.")
    status = 413


class TooManyRecords(Refused):
    code = "too-many-records"
    sentence = gettext_noop("You can import %(count)s games at most. Nothing was imported.")


class RecordsDidNotFit(Refused):
    code = "records-did-not-fit"
    sentence = gettext_noop(
        "You can import %(count)s games at most. Only some of these were imported."
    )


class TooFast(Refused):
    code = "too-fast"
    sentence = gettext_noop("Too many requests. Try again in %(seconds)s s.")
    status = 429


class TooManyTries(TooFast):
    code = "too-many-tries"
    sentence = gettext_noop("Too many wrong passwords. Try again in %(minutes)s min.")


class HasJudged(Refused):
    code = "has-judged"
    sentence = gettext_noop("This account is named in the moderation log, so it can’t be deleted.")
    status = 403


class AccountsOnly(Refused):
    code = "accounts-only"
    sentence = gettext_noop("You need an account for that. Sign up first.")
    status = 403


class MailIsOff(Refused):
    code = "mail-is-off"
    sentence = gettext_noop("This site sends no e-mails.")
    status = 404


class NoSuchLink(Refused):
    code = "no-such-link"
    sentence = gettext_noop("This link isn’t valid any more. Ask for a new one.")
    status = 404


class NameIsGiven(Refused):
    code = "name-is-given"
    sentence = gettext_noop("A moderator gave you this name. You can’t change it yet.")
    status = 403


class NameIsTaken(Refused):
    """`name` is the name that was asked for, `free` one like it that nobody here has."""

    code = "name-taken"
    sentence = gettext_noop("That name is taken here. How about “%(free)s”?")


class Banned(Refused):
    """`until` is already written as a date."""

    code = "banned"
    sentence = gettext_noop("You’re suspended until %(until)s.")
    status = 403


class Silent(Refused):
    """`until` is already written as a date."""

    code = "silent"
    sentence = gettext_noop("You can’t chat until %(until)s.")
    status = 403


class NotImpartial(Refused):
    code = "not-impartial"
    sentence = gettext_noop("You’re involved in this. Another moderator has to decide.")
    status = 403


class Busy(Refused):
    code = "busy"
    sentence = gettext_noop("The site is busy. Nothing was changed. Please try again.")
    status = 503
