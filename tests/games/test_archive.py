"""What somebody has played: which games, what came of them, and against whom."""

from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.utils import timezone

from games import migrations
from games.accounts.guest_merging import merge_guest
from games.archive.career import by, figures, outings, places, share_of, streaks
from games.archive.importing import archive
from games.archive.listing import GameFilter, games_of, running_games
from games.archive.opponents import names_met, opponents
from games.archive.verifying import faults_of
from games.models import Game, Player
from tests.support.builders import a_game, a_past_game, a_person, import_record, play_on, recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    return [a_person(name) for name in ("Ann", "Bob", "Cid", "Dora")]


def a_bot(character="octavia", name="Lady Octavia"):
    return Player.objects.create(name=name, bot=character)


def seat_of(game, player):
    return game.seats.get(player=player)


def test_a_finished_game_leaves_a_standing_beside_every_seat(rng):
    here = a_game()
    play_on(here, rng)
    game = Game.objects.get()

    for seat in game.seats.all():
        assert seat.status == game.result["status"][seat.number]
        assert seat.money == game.result["money"][seat.number]
        assert (seat.win > 0) == (seat.number in game.result["winners"])
    assert faults_of(game) == []


def test_a_standing_that_was_changed_is_found_and_named(four):
    game = a_past_game(four)
    game.seats.filter(number=1).update(money=99_000)

    assert faults_of(Game.objects.get()) == ["a seat's standing differs from the result."]


def test_games_from_before_get_their_standings(four):
    game = a_past_game(four)
    game.seats.update(place=None, status=None, money=None, is_cast_out=False, win=0)
    [path] = Path(migrations.__path__[0]).glob("*_what_each_seat_came_away_with.py")

    import_module(f"games.migrations.{path.stem}").settle(apps, None)

    assert faults_of(Game.objects.get()) == []


def test_a_history_has_what_is_over_and_not_what_runs(rng):
    here = a_game()
    ann = here.people[0]
    assert (list(games_of(ann)), list(running_games(ann))) == ([], [here.game])

    play_on(here, rng)

    assert (list(games_of(ann)), list(running_games(ann))) == ([here.game], [])


def test_a_history_begins_with_the_newest_and_knows_what_was_brought_in(four):
    ann, now = four[0], timezone.now()
    old = a_past_game(four, finished_at=now - timedelta(days=3))
    new = a_past_game(four, 1, finished_at=now + timedelta(days=3))
    own = import_record(recorded()[0], archive(ann))
    import_record(recorded()[1], archive(four[1]))

    assert list(games_of(ann)) == [new, own, old]


def wanted(player, **filters):
    return {game.pk for game in games_of(player, GameFilter(**filters))}


def test_games_are_wanted_by_what_came_of_them(four):
    ann = four[0]
    games = [a_past_game(four, which) for which in range(12)]
    broken = a_past_game(four)
    broken.seats.update(place=None, status=None, money=None, win=0, is_cast_out=False)
    Game.objects.filter(pk=broken.pk).update(status="broken-off", result=None)
    import_record(recorded()[0], archive(ann))

    for result, holds in {
        "won": lambda seat: seat.win > 0,
        "lost": lambda seat: not seat.win and not seat.is_cast_out,
        "cast-out": lambda seat: seat.is_cast_out,
    }.items():
        expected = {game.pk for game in games if holds(seat_of(game, ann))}
        assert wanted(ann, result=result) == expected
    assert wanted(ann, result="broken-off") == {broken.pk}


def test_games_are_wanted_by_edition_players_opponent_bots_period_and_origin(four):
    ann, bob = four[:2]
    large = a_past_game(four, finished_at=timezone.now() - timedelta(days=20))
    small = a_past_game([ann, bob, a_bot()])
    brought = import_record(recorded()[0], archive(ann))

    everything = {large.pk, small.pk, brought.pk}
    assert wanted(ann) == everything
    assert wanted(ann, players=4) & {large.pk, small.pk} == {large.pk}
    assert wanted(ann, opponent=str(bob.pk)) == {large.pk, small.pk}
    assert wanted(ann, opponent=str(four[3].pk)) == {large.pk}
    assert wanted(ann, opponent="octavia") == {small.pk}
    assert wanted(ann, bots="with") == {small.pk}
    assert wanted(ann, bots="without", origin="dealt") == {large.pk}
    assert wanted(ann, days=7) == {small.pk, brought.pk}
    assert wanted(ann, origin="imported") == {brought.pk}
    for edition in {large.edition, small.edition}:
        expected = {g.pk for g in Game.objects.filter(edition=edition)}
        assert wanted(ann, edition=edition) == expected


def test_only_games_dealt_here_and_played_to_the_end_count(four):
    ann = four[0]
    counted = a_past_game(four)
    for more in ({"origin": "imported"}, {"origin": "continued"}):
        Game.objects.filter(pk=a_past_game(four).pk).update(**more)
    Game.objects.filter(pk=a_past_game(four).pk).update(status="broken-off", result=None)

    assert [each.code for each in outings(ann)] == [counted.code]
    assert {each.games for each in opponents(ann)} == {1}


def test_figures_count_a_shared_win_as_its_part(four):
    ann = four[0]
    for which in range(10):
        a_past_game(four, which)
    a_past_game(four).seats.filter(player=ann).update(win=0.5)
    games = outings(ann)
    found = figures(games)

    assert found.games == 11
    assert found.wins.part == pytest.approx(sum(game.win for game in games))
    assert found.chance == pytest.approx(11 / 4)
    assert found.wins.low < found.wins.share < found.wins.high
    assert found.status == pytest.approx(sum(game.status for game in games) / 11)
    assert sum(places(games).values()) == 11
    assert sum(each.games for _, each in by(lambda game: game.edition, games)) == 11


def test_an_interval_is_honest_for_few_games_and_narrow_for_many():
    never, always = share_of(0, 3), share_of(3, 3)

    assert (never.low, always.high) == (0, pytest.approx(1))
    assert never.high > 0.5
    assert share_of(500, 1000).high - share_of(500, 1000).low < 0.07


def test_streaks_are_the_longest_runs(four):
    ann = four[0]
    for days, (win, is_out) in enumerate([(1, 0), (0.5, 0), (0, 0), (0, 1), (1, 0)]):
        game = a_past_game(four, finished_at=timezone.now() + timedelta(days=days))
        game.seats.filter(player=ann).update(win=win, is_cast_out=bool(is_out))
    found = streaks(outings(ann))

    assert (found.won, found.won_now, found.unscathed) == (2, 1, 3)


def test_head_to_head_tells_who_won_and_who_was_ahead(four):
    ann, bob = four[:2]
    games = [a_past_game(four, which) for which in range(6)]
    own = [seat_of(game, ann) for game in games]
    theirs = [seat_of(game, bob) for game in games]

    found = next(each for each in opponents(ann) if each.name == "Bob")

    assert found.games == 6
    assert found.wins == pytest.approx(sum(seat.win for seat in own))
    assert found.losses == pytest.approx(sum(seat.win for seat in theirs))
    assert found.ahead == sum(a.place < b.place for a, b in zip(own, theirs, strict=True))
    assert found.behind == sum(a.place > b.place for a, b in zip(own, theirs, strict=True))
    assert [each.name for each in opponents(ann)] == ["Bob", "Cid", "Dora"]


def test_a_character_is_one_opponent_in_whatever_seats(four):
    ann = four[0]
    a_past_game([ann, a_bot(), a_bot(name="Lady Octavia II")])
    a_past_game([ann, a_bot(), four[1]], 1)

    found = {each.key: each for each in opponents(ann)}

    assert found["octavia"].games == 2
    assert found["octavia"].name == "Lady Octavia"
    assert names_met(ann, 9) == [("octavia", "Lady Octavia"), (str(four[1].pk), "Bob")]


def test_a_person_who_is_gone_is_no_opponent(four):
    game = a_past_game(four)
    game.seats.filter(player=four[1]).update(player=None)

    assert [each.name for each in opponents(four[0])] == ["Cid", "Dora"]


def test_what_a_guest_has_played_and_brought_in_comes_along(four, django_user_model):
    ann = four[0]
    played, brought = a_past_game(four), import_record(recorded()[0], archive(ann))
    user = django_user_model.objects.create_user("duchess")
    Player.objects.create(user=user, name="duchess")

    duchess = merge_guest(ann, user)

    assert set(games_of(duchess)) == {played, brought}
    assert len(outings(duchess)) == 1
