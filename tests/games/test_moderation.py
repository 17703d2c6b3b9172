"""Judging: reports, bans, silence, names, rooms closed, games voided; and who may not judge."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.histories.counting import counted_seats
from games.models import Deed, Game, Look, Message, Player, Report, Seat
from games.refusals import (
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
from games.selectors import check_welcome, room_by_invite
from games.services import moderation, people, reporting, rooms, talk
from games.services.moderation import Judge
from games.services.verifying import faults_of
from tests.games.builders import a_game, a_person, a_room, everything, play_on
from tests.web.staff import an_account

pytestmark = pytest.mark.django_db
TOMORROW = timedelta(days=1)


def a_judge(*players: Player) -> Judge:
    return Judge(an_account("Moderator"), {player.pk for player in players})


def later():
    return timezone.now() + TOMORROW


def a_report(here, reporter=0, about=1, **more):
    return reporting.report(here.room, here.people[reporter], "Rude", here.people[about].pk, **more)


def test_a_report_knows_the_game_and_the_moment(rng):
    here = a_game()
    play_on(here, rng, 5)

    report = a_report(here)

    assert (report.game, report.number, report.status) == (here.game, 5, Report.Status.OPEN)
    assert (report.reporter, report.about) == (here.people[0], here.people[1])


def test_a_report_may_name_an_earlier_moment_and_game(rng):
    here = a_game()
    play_on(here, rng)
    again = rooms.start(here.room.pk, here.people[0])

    assert a_report(here).game == again
    report = a_report(here, code=here.game.code, number=3)
    assert (report.game, report.number) == (here.game, 3)
    assert a_report(here, code="elsewhere").game is None


def test_one_reports_others_in_the_same_room_only():
    here, outsider = a_room(3), a_person("Out")
    before = everything()

    with pytest.raises(NotInThisRoom):
        reporting.report(here.room, outsider, "Rude")
    for about in (outsider, here.people[0]):
        with pytest.raises(NoSuchMember):
            reporting.report(here.room, here.people[0], "Rude", about.pk)
    with pytest.raises(BadInput):
        reporting.report(here.room, here.people[0], " ")
    assert everything() == before
    assert not Report.objects.exists()


def test_a_report_is_taken_and_settled_once():
    here = a_room(3)
    report, judge = a_report(here), a_judge()

    moderation.take(judge, report)
    moderation.settle(judge, report, "Spoken to")

    report.refresh_from_db()
    assert (report.status, report.outcome, report.taken_by) == ("settled", "Spoken to", judge.user)
    with pytest.raises(BadInput, match="settled already"):
        moderation.settle(judge, report, "Again")
    assert list(Deed.objects.values_list("kind", flat=True)) == ["take", "settle"]


def test_who_is_banned_comes_into_no_room_until_the_day():
    here = a_room(3)
    bob = here.people[1]

    moderation.ban(a_judge(), bob, later(), "Rude")

    bob.refresh_from_db()
    with pytest.raises(Banned, match="kept out of all rooms until"):
        room_by_invite(here.room.invite, bob)
    with pytest.raises(Banned):
        check_welcome(bob)
    moderation.ban(a_judge(), bob, timezone.now(), "It was a mistake")
    bob.refresh_from_db()
    assert room_by_invite(here.room.invite, bob) == here.room
    assert Deed.objects.filter(kind="ban", player=bob).count() == 2


def test_a_ban_is_not_shaken_off_by_logging_in():
    guest, user = a_person("Ann"), an_account()
    moderation.ban(a_judge(), guest, later(), "Rude")
    guest.refresh_from_db()
    player = people.bring_along(None, user)

    merged = people.bring_along(guest, user)

    assert merged == player
    assert merged.is_banned


def test_who_is_muted_says_nothing_until_the_day():
    here = a_room(3)

    moderation.silence(a_judge(), here.people[1], later(), "Rude")

    with pytest.raises(Silent, match="may not talk until"):
        talk.say(here.room.pk, here.people[1], "Good evening")
    with pytest.raises(Silent):
        talk.remark(here.room.pk, here.people[1], "thanks")
    talk.say(here.room.pk, here.people[0], "Good evening")
    assert Message.objects.count() == 1


def test_a_new_name_stands_in_old_games_too():
    here = a_game()
    talk.say(here.room.pk, here.people[1], "Good evening")

    moderation.rename(a_judge(), here.people[1], "Somebody", "Rude name")

    assert Player.objects.get(pk=here.people[1].pk).name == "Somebody"
    assert Seat.objects.get(player=here.people[1]).name == "Somebody"
    assert Message.objects.get().name == "Somebody"


def test_a_closed_room_is_there_for_nobody():
    here = a_game()

    moderation.close(a_judge(), here.room, "Rude")

    here.game.refresh_from_db()
    assert here.game.status == Game.Status.BROKEN_OFF
    for player in (*here.people, None):
        with pytest.raises(NoSuchRoom):
            room_by_invite(here.room.invite, player)


def test_a_void_game_keeps_its_log(rng):
    here = a_game()
    with pytest.raises(GameIsRunning):
        moderation.void(a_judge(), here.game, "Collusion")
    play_on(here, rng)
    game = Game.objects.get()

    moderation.void(a_judge(), game, "Collusion")

    game.refresh_from_db()
    assert game.voided_at is not None
    assert not counted_seats(here.people[0]).exists()
    assert faults_of(game) == []
    with pytest.raises(BadInput):
        moderation.void(a_judge(), game, "Collusion")


def test_nobody_judges_what_they_have_a_part_in(rng):
    here = a_game()
    ann, bob, cid = here.people
    report = a_report(here, reporter=0, about=1)
    play_on(here, rng)
    game = Game.objects.get()
    before = everything()

    for judge in (a_judge(ann), a_judge(bob), a_judge(cid)):
        for deed in (
            lambda judge: moderation.take(judge, report),
            lambda judge: moderation.settle(judge, report, "Nothing"),
            lambda judge: moderation.ban(judge, bob, later(), "Rude"),
            lambda judge: moderation.void(judge, game, "I lost"),
        ):
            with pytest.raises(NotImpartial):
                deed(judge)

    assert everything() | {"User": []} == before | {"User": []}
    assert not Deed.objects.exists()


def test_nobody_lifts_their_own_ban():
    ann = a_person()

    with pytest.raises(NotImpartial):
        moderation.ban(a_judge(ann), ann, timezone.now(), "I am sorry")


def test_every_deed_needs_a_reason():
    here = a_room(3)
    judge = a_judge()
    before = everything()

    for deed in (
        lambda: moderation.ban(judge, here.people[1], later(), " "),
        lambda: moderation.silence(judge, here.people[1], later(), ""),
        lambda: moderation.rename(judge, here.people[1], "Somebody", "\u200b"),
        lambda: moderation.close(judge, here.room, ""),
    ):
        with pytest.raises(BadInput):
            deed()
    assert everything() == before


def test_the_moderation_log_stays_when_somebody_is_forgotten():
    ann = a_person()
    moderation.ban(a_judge(), ann, later(), "Rude")
    number = ann.pk

    ann.delete()

    assert Deed.objects.get().player_id == number
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Deed.objects.update(reason="Nothing")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Deed.objects.all().delete()


def test_a_report_follows_the_reported_into_an_account():
    here = a_room(3)
    report = a_report(here, about=1)
    user = an_account("Moderator")
    player = people.bring_along(None, user)

    people.bring_along(here.people[1], user)

    with pytest.raises(NotImpartial):
        moderation.settle(Judge(user, {player.pk}), report, "Nothing")


def test_nobody_judges_whom_they_play_with():
    here = a_game()
    ann, bob, _ = here.people

    with pytest.raises(NotImpartial):
        moderation.ban(a_judge(ann), bob, later(), "He bids too high")
    moderation.ban(a_judge(), bob, later(), "Rude")


def test_nobody_closes_a_room_where_a_report_concerns_them(rng):
    here = a_game()
    a_report(here, reporter=0, about=1)
    play_on(here, rng)

    with pytest.raises(NotImpartial):
        moderation.close(a_judge(here.people[2]), here.room, "Rude")


def test_nobody_looks_at_the_hands_of_a_game_they_play():
    here = a_game()

    with pytest.raises(NotImpartial):
        reporting.look(a_judge(here.people[0]), here.game, "I wonder")
    assert not Look.objects.exists()


def test_a_report_that_somebody_has_taken_is_theirs():
    here = a_room(3)
    report, first, second = a_report(here), a_judge(), a_judge()
    moderation.take(first, report)

    with pytest.raises(BadInput, match="Somebody else"):
        moderation.take(second, report)
    moderation.take(first, report)
    moderation.settle(second, report, "Spoken to")


def test_a_name_that_was_given_stays_for_a_while():
    ann = a_person("Ann")
    moderation.rename(a_judge(), ann, "Somebody", "Rude name")

    with pytest.raises(NameIsGiven):
        people.rename(ann, "Ann")
    moderation.rename(a_judge(), ann, "Anna", "She asked nicely")
    assert Player.objects.get(pk=ann.pk).name == "Anna"


def test_bots_are_not_judged():
    bot = people.new_bot("novice", ())

    with pytest.raises(BadInput, match="Bots"):
        moderation.rename(a_judge(), bot, "Somebody", "Rude name")
