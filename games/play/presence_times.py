"""For how long somebody counts as present after they were last seen: every such number is here.

A member of a room is seen when they open its page or connect, and then every HEARTBEAT (a setting,
5 s) while their socket is open; `Member.seen_at` is when that was last. The further what follows
from an absence goes, and the harder it is to undo, the more heartbeats may be missed before it:

    HEARTBEAT < SHOWN_ABSENT < PRESENT < the shortest grace of a room < WATCHER_LEFT < HOST_LEFT

With a HEARTBEAT of more than 10 s connected people would be shown as absent between two of them.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import OuterRef, QuerySet

from games.models import ClockBeat, Member

SECOND = timedelta(seconds=1)

# The badge "away" beside a name, and the host's choice of what to do about it. It is wrong for a
# moment at worst and changes nothing, so it may come soon: three missed heartbeats.
SHOWN_ABSENT = timedelta(seconds=15)

# Who counts as present for the game: the clock runs and bots move while a player is present, and
# a room's next host is chosen among those. This has to outlast what the badge may show: a restart
# of a process, after which all its pages connect again, or a database that is slow for a while.
# Five missed heartbeats; in turn a game goes on for up to 25 s after its last player has left.
PRESENT = timedelta(seconds=25)

# After so long a watcher gives up their place, if the room is full of watchers.
WATCHER_LEFT = timedelta(minutes=1)

# After so long the host is replaced, for good. It is as long as the longest grace of a room.
HOST_LEFT = timedelta(minutes=5)

# While no process ran, or the database did not answer, nobody could be seen. After such a break
# nobody is held to have been away during it.
BREAK = timedelta(seconds=20)


def was_steady(since: datetime, now: datetime) -> bool:
    """Whether the site has run without a break from `since` to `now`.

    Only then who was not seen since then was away. Without it the first who comes back after a
    break would find bots in the seats of the others, and become the host of the room.
    """
    beat = ClockBeat.objects.first()
    if beat is None or beat.steady_since is None:
        return True
    return beat.steady_since <= since and now - beat.at <= BREAK


def notify_time(now: datetime) -> datetime:
    """When to look whether somebody who is not here has to be told what happened at `now`.

    So long after it (NOTIFY_AFTER, 20 s) a page that was reloaded is back. It is longer than
    SHOWN_ABSENT, whatever is set, so that somebody who has left in this moment counts as absent by
    then: nobody looks a second time.
    """
    return now + max(timedelta(seconds=settings.NOTIFY_AFTER), SHOWN_ABSENT + SECOND)


def players_here(game: str, room: str, now: datetime) -> QuerySet[Member]:
    """Members with a seat in a game who are in its room now, for use as a subquery.

    `game` and `room` are the names of these fields in the outer query. Watchers do not count: a
    stranger must not let a game go on that its players have left.
    """
    people = Member.objects.filter(room=OuterRef(room), player__bot="", is_removed=False)
    return people.filter(player__seats__game=OuterRef(game), seen_at__range=around(now))


def around(now: datetime) -> tuple[datetime, datetime]:
    """The first and last `seen_at` of somebody who is here at `now`.

    A later one was written before the machine's clock was set back.
    """
    return now - PRESENT, now + PRESENT
