"""Builders for tests of the clock: games with bots or a time limit, and who is present."""

from datetime import timedelta

from django.utils import timezone

from games.bots.worker_process import decide
from games.models import Game, Member
from games.play import clock
from games.play.moves import play
from games.rooms import hosting, presence, starting
from tests.support.builders import a_game, a_room

SECOND = timedelta(seconds=1)


def later(seconds=7):
    """A time after the longest pause, that of an auto-bid after the moment of a lot."""
    return timezone.now() + seconds * SECOND


def stored(here):
    return Game.objects.select_related("room").get(pk=here.game.pk)


def here_now(here, *chairs, at=None):
    """Those on the chairs (all, if none is named) have just been seen."""
    people = [here.people[chair] for chair in chairs] if chairs else here.people
    members = Member.objects.filter(room=here.room, player__in=people)
    presence.mark_seen(members.values_list("pk", flat=True), at)


def away(here, chair, seconds=1_000):
    seen_at = timezone.now() - seconds * SECOND
    Member.objects.filter(room=here.room, player=here.people[chair]).update(seen_at=seen_at)


def answer(question):
    facts = (question.level, question.view, question.story, question.seed)
    return play(question.answered(question.action or decide(*facts)))


def answer_what_is_due(here):
    """Let the bots play whose turn it is; the people are here, however slow the machine is."""
    here_now(here)
    for question in clock.due_questions(later()):
        answer(question)


def with_bots(people=1, bots=3, level="novice", **options):
    """A game of so many people and bots, the people first; everybody is here."""
    here = a_room(people, seats=people + bots, **options)
    for _ in range(bots):
        hosting.seat_bot(here.room.pk, here.people[0], level)
    here.game = starting.start(here.room.pk, here.people[0])
    here_now(here)
    return here


def on_time(people=3, seconds=30, **options):
    """A game with a limit for each turn; it is the turn of seat 0."""
    here = a_game(people=people, clock=seconds, **options)
    here_now(here)
    return here


def whose(here):
    return here.state().seats_to_act
