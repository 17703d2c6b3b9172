"""Moderation: reports, bans, silence, names, rooms closed, games voided; and who may not judge."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.accounts import guest_merging, people
from games.archive.counted_games import counted_seats
from games.archive.verifying import faults_of
from games.models import Game, HiddenAccess, Message, ModerationAction, Player, Report, Seat
from games.moderation import actions, reports
from games.moderation.actions import Moderator
from games.rooms import chat, starting
from games.rooms.bots import new_bot
from games.rooms.lookup import check_welcome, room_by_invite
from games.text.errors import (
    BadInput,
    Banned,
    GameIsRunning,
    NameIsGiven,
    NoSuchMember,
    NoSuchRoom,
    NotImpartial,
    NotInThisRoom,
    Silent,
)
from tests.support.builders import a_game, a_person, a_room, everything, play_on
from tests.support.staff import an_account

pytestmark = pytest.mark.django_db
TOMORROW = timedelta(days=1)


def a_moderator(*players: Player) -> Moderator:
    return Moderator(an_account("Moderator"), {player.pk for player in players})


def later():
    return timezone.now() + TOMORROW


def a_report(here, reporter=0, about=1, **more):
    return reports.report(here.room, here.people[reporter], "Rude", here.people[about].pk, **more)


def test_a_report_knows_the_game_and_the_moment(rng):
    here = a_game()
    play_on(here, rng, 5)

    report = a_report(here)

    assert (report.game, report.number, report.status) == (here.game, 5, Report.Status.OPEN)
    assert (report.reporter, report.about) == (here.people[0], here.people[1])


def test_a_report_may_name_an_earlier_moment_and_game(rng):
    here = a_game()
    play_on(here, rng)
    again = starting.start(here.room.pk, here.people[0])

    assert a_report(here).game == again
    report = a_report(here, code=here.game.code, number=3)
    assert (report.game, report.number) == (here.game, 3)
    assert a_report(here, code="elsewhere").game is None


def test_one_reports_others_in_the_same_room_only():
    here, outsider = a_room(3), a_person("Out")
    before = everything()

    with pytest.raises(NotInThisRoom):
        reports.report(here.room, outsider, "Rude")
    for about in (outsider, here.people[0]):
        with pytest.raises(NoSuchMember):
            reports.report(here.room, here.people[0], "Rude", about.pk)
    with pytest.raises(BadInput):
        reports.report(here.room, here.people[0], " ")
    assert everything() == before
    assert not Report.objects.exists()


def test_a_report_is_taken_and_settled_once():
    here = a_room(3)
    report, moderator = a_report(here), a_moderator()

    actions.take(moderator, report)
    actions.settle(moderator, report, "Spoken to")

    report.refresh_from_db()
    assert (report.status, report.outcome, report.taken_by) == (
        "settled",
        "Spoken to",
        moderator.user,
    )
    with pytest.raises(BadInput, match="settled already"):
        actions.settle(moderator, report, "Again")
    assert list(ModerationAction.objects.values_list("kind", flat=True)) == ["take", "settle"]


def test_who_is_banned_comes_into_no_room_until_the_day():
    here = a_room(3)
    bob = here.people[1]

    actions.ban(a_moderator(), bob, later(), "Rude")

    bob.refresh_from_db()
    with pytest.raises(Banned, match="suspended until"):
        room_by_invite(here.room.invite, bob)
    with pytest.raises(Banned):
        check_welcome(bob)
    actions.ban(a_moderator(), bob, timezone.now(), "It was a mistake")
    bob.refresh_from_db()
    assert room_by_invite(here.room.invite, bob) == here.room
    assert ModerationAction.objects.filter(kind="ban", player=bob).count() == 2


def test_a_ban_is_not_shaken_off_by_logging_in():
    guest, user = a_person("Ann"), an_account()
    actions.ban(a_moderator(), guest, later(), "Rude")
    guest.refresh_from_db()
    player = guest_merging.merge_guest(None, user)

    merged = guest_merging.merge_guest(guest, user)

    assert merged == player
    assert merged.is_banned


def test_who_is_muted_says_nothing_until_the_day():
    here = a_room(3)

    actions.silence(a_moderator(), here.people[1], later(), "Rude")

    with pytest.raises(Silent, match="can’t chat until"):
        chat.say(here.room.pk, here.people[1], "Good evening")
    with pytest.raises(Silent):
        chat.remark(here.room.pk, here.people[1], "thanks")
    chat.say(here.room.pk, here.people[0], "Good evening")
    assert Message.objects.count() == 1


def test_a_new_name_stands_in_old_games_too():
    here = a_game()
    chat.say(here.room.pk, here.people[1], "Good evening")

    actions.rename(a_moderator(), here.people[1], "Somebody", "Rude name")

    assert Player.objects.get(pk=here.people[1].pk).name == "Somebody"
    assert Seat.objects.get(player=here.people[1]).name == "Somebody"
    assert Message.objects.get().name == "Somebody"


def test_a_closed_room_is_there_for_nobody():
    here = a_game()

    actions.close(a_moderator(), here.room, "Rude")

    here.game.refresh_from_db()
    assert here.game.status == Game.Status.BROKEN_OFF
    for player in (*here.people, None):
        with pytest.raises(NoSuchRoom):
            room_by_invite(here.room.invite, player)


def test_a_void_game_keeps_its_log(rng):
    here = a_game()
    with pytest.raises(GameIsRunning):
        actions.void(a_moderator(), here.game, "Collusion")
    play_on(here, rng)
    game = Game.objects.get()

    actions.void(a_moderator(), game, "Collusion")

    game.refresh_from_db()
    assert game.voided_at is not None
    assert not counted_seats(here.people[0]).exists()
    assert faults_of(game) == []
    with pytest.raises(BadInput):
        actions.void(a_moderator(), game, "Collusion")


def test_nobody_judges_what_they_have_a_part_in(rng):
    here = a_game()
    ann, bob, cid = here.people
    report = a_report(here, reporter=0, about=1)
    play_on(here, rng)
    game = Game.objects.get()
    before = everything()

    for moderator in (a_moderator(ann), a_moderator(bob), a_moderator(cid)):
        for action in (
            lambda moderator: actions.take(moderator, report),
            lambda moderator: actions.settle(moderator, report, "Nothing"),
            lambda moderator: actions.ban(moderator, bob, later(), "Rude"),
            lambda moderator: actions.void(moderator, game, "I lost"),
        ):
            with pytest.raises(NotImpartial):
                action(moderator)

    assert everything() | {"User": []} == before | {"User": []}
    assert not ModerationAction.objects.exists()


def test_nobody_lifts_their_own_ban():
    ann = a_person()

    with pytest.raises(NotImpartial):
        actions.ban(a_moderator(ann), ann, timezone.now(), "I am sorry")


def test_every_moderation_action_needs_a_reason():
    here = a_room(3)
    moderator = a_moderator()
    before = everything()

    for action in (
        lambda: actions.ban(moderator, here.people[1], later(), " "),
        lambda: actions.silence(moderator, here.people[1], later(), ""),
        lambda: actions.rename(moderator, here.people[1], "Somebody", "\u200b"),
        lambda: actions.close(moderator, here.room, ""),
    ):
        with pytest.raises(BadInput):
            action()
    assert everything() == before


def test_the_moderation_log_stays_when_somebody_is_forgotten():
    ann = a_person()
    actions.ban(a_moderator(), ann, later(), "Rude")
    number = ann.pk

    ann.delete()

    assert ModerationAction.objects.get().player_id == number
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ModerationAction.objects.update(reason="Nothing")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ModerationAction.objects.all().delete()


def test_a_report_follows_the_reported_into_an_account():
    here = a_room(3)
    report = a_report(here, about=1)
    user = an_account("Moderator")
    player = guest_merging.merge_guest(None, user)

    guest_merging.merge_guest(here.people[1], user)

    with pytest.raises(NotImpartial):
        actions.settle(Moderator(user, {player.pk}), report, "Nothing")


def test_nobody_judges_whom_they_play_with():
    here = a_game()
    ann, bob, _ = here.people

    with pytest.raises(NotImpartial):
        actions.ban(a_moderator(ann), bob, later(), "He bids too high")
    actions.ban(a_moderator(), bob, later(), "Rude")


def test_nobody_closes_a_room_where_a_report_concerns_them(rng):
    here = a_game()
    a_report(here, reporter=0, about=1)
    play_on(here, rng)

    with pytest.raises(NotImpartial):
        actions.close(a_moderator(here.people[2]), here.room, "Rude")


def test_nobody_looks_at_the_hands_of_a_game_they_play():
    here = a_game()

    with pytest.raises(NotImpartial):
        reports.log_hidden_access(a_moderator(here.people[0]), here.game, "I wonder")
    assert not HiddenAccess.objects.exists()


def test_a_report_that_somebody_has_taken_is_theirs():
    here = a_room(3)
    report, first, second = a_report(here), a_moderator(), a_moderator()
    actions.take(first, report)

    with pytest.raises(BadInput, match="Somebody else"):
        actions.take(second, report)
    actions.take(first, report)
    actions.settle(second, report, "Spoken to")


def test_a_name_that_was_given_stays_for_a_while():
    ann = a_person("Ann")
    actions.rename(a_moderator(), ann, "Somebody", "Rude name")

    with pytest.raises(NameIsGiven):
        people.rename(ann, "Ann")
    actions.rename(a_moderator(), ann, "Anna", "She asked nicely")
    assert Player.objects.get(pk=ann.pk).name == "Anna"


def test_bots_are_not_judged():
    bot = new_bot("novice", ())

    with pytest.raises(BadInput, match="Bots"):
        actions.rename(a_moderator(), bot, "Somebody", "Rude name")
