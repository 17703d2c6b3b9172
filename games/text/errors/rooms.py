"""Refusals about a room: finding it, taking a seat, what its host may do, its next game."""

from django.utils.translation import gettext_noop

from games.text.errors.base import Refused


class NoSuchRoom(Refused):
    """The room is unknown, closed, or locked to this player; the response does not say which."""

    code = "no-such-room"
    sentence = gettext_noop("We can’t find that room. Check the link, or ask for a new one.")
    status = 404


class NoSuchCode(NoSuchRoom):
    code = "no-such-code"
    sentence = gettext_noop("We can’t find that room. Check the code.")


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


class NoSuchMember(Refused):
    code = "no-such-member"
    sentence = gettext_noop("That player isn’t in this room.")
    status = 404


class NoSuchMessage(Refused):
    code = "no-such-message"
    sentence = gettext_noop("That message is no longer there.")
    status = 404


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
