"""All games leave as records and come in again, one by one or not at all."""

import json
from dataclasses import replace
from random import Random

import pytest

from games.archive.importing import archive, import_for
from games.archive.listing import games_of
from games.archive.records import MOST_BYTES
from games.archive.verifying import faults_of, verdicts
from games.engine.record import record_dict, to_line
from games.models import Game, LoggedAction, Player, Room, Seat, User
from games.play.stored_records import deal_columns, record_of
from tests.support.builders import (
    a_game,
    a_past_game,
    a_person,
    everything,
    import_record,
    play_on,
    recorded,
    without_triggers,
)
from tests.support.commands import lines, run

pytestmark = pytest.mark.django_db


def stored():
    return sorted(to_line(record_of(game)) for game in Game.objects.all())


def told(out):
    return [int(word) for word in out.split() if word.isdecimal()]


def test_a_running_game_is_in_no_export_of_all(tmp_path):
    running, over = a_game(), a_past_game([a_person(), a_person(), a_person()])
    play_on(running, Random(5), actions=4)

    _, out, _ = run("record", "export", "--all")
    run("record", "export", "--all", "--out", str(tmp_path / "all.jsonl"))

    assert out == f"{to_line(record_of(over))}\n"
    assert (tmp_path / "all.jsonl").read_text() == out
    assert running.game.seed not in out


def test_all_that_goes_out_comes_in_the_same(tmp_path):
    for record in recorded()[:12]:
        import_record(record, archive())
    before = stored()
    path = str(tmp_path / "all.jsonl")
    run("record", "export", "--all", "--out", path)
    forget_all_games()

    code, out, err = run("record", "import", path)

    assert (code, told(out), err) == (0, [12, 0, 0], "")
    assert stored() == before
    assert all(faults_of(game) == [] for game in Game.objects.all())
    assert Room.objects.filter(games__isnull=False).distinct().count() == 1


def forget_all_games():
    """Another house: what is here now is not there."""
    without_triggers()
    LoggedAction.objects.all().delete()
    Game.objects.all().delete()
    Room.objects.all().delete()


def test_the_same_file_twice_is_stored_once(a_file):
    path = a_file(lines(*recorded()[:5], recorded()[0]))
    run("record", "import", path)
    before = everything()

    code, out, _ = run("record", "import", path)

    assert (code, told(out)) == (0, [0, 6, 0])
    assert everything() == before
    assert Game.objects.count() == 5


def test_a_bad_record_stops_the_import_after_those_before_it(a_file):
    path = a_file(lines(*recorded()[:3]) + "{}\n" + lines(recorded()[4]))

    code, out, err = run("record", "import", path)

    assert code == 1
    assert told(out) == [3, 0, 0]
    assert err.startswith("line 4: ")
    assert Game.objects.count() == 3


def test_a_mended_file_goes_on_where_it_stopped(a_file):
    run("record", "import", a_file(lines(*recorded()[:3]) + "{}\n"))

    code, out, _ = run("record", "import", a_file(lines(*recorded()[:5])))

    assert (code, told(out)) == (0, [2, 3, 0])


def test_bad_records_can_be_named_and_skipped(a_file):
    path = a_file("nonsense\n" + lines(recorded()[0]) + "{}\n\n" + lines(recorded()[1]) + "[]")

    code, out, err = run("record", "import", path, "--skip-bad")

    assert code == 1
    assert told(out) == [2, 0, 3]
    assert [line.split(":")[0] for line in err.splitlines()] == ["line 1", "line 3", "line 6"]


def test_records_can_be_brought_in_for_an_account(a_file):
    user = User.objects.create_user("duchess")
    duchess = Player.objects.create(user=user, name="Duchess")

    code, _, _ = run("record", "import", a_file(lines(recorded()[0])), "--player", "duchess")

    assert code == 0
    assert games_of(duchess).count() == 1


def test_records_brought_in_for_nobody_are_nobodys(a_file):
    guest = a_person()

    run("record", "import", a_file(lines(recorded()[0])))

    assert Game.objects.get().room.host is None
    assert not games_of(guest).exists()


def test_an_unknown_account_gets_a_sentence_and_nothing_is_stored(a_file):
    path = a_file(lines(recorded()[0]))

    assert run("record", "import", path, "--player", "nobody") == (
        1,
        "",
        "There is no account nobody.\n",
    )
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n\n",
        b"PK\x03\x04" + bytes(200),
        '{"format": "high-society-record/1"}'.encode("utf-16"),
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"{}" * 10_000,
        b"x" * (MOST_BYTES + 10),
        b"nonsense\n" * 200_000,
        b'{"format": "high-society-record/1", "seats": ' + b"9" * 5_000 + b"}",
    ],
    ids=["empty", "blank", "zip", "utf-16", "deep", "deeper", "many", "long", "endless", "digits"],
)
def test_files_that_are_no_records_change_nothing(a_file, text):
    path, before = a_file(text), everything()

    code, _, err = run("record", "import", path)

    assert code == 1
    assert err.startswith("line 1: ")
    assert len(err) < 500
    assert everything() == before


def test_a_missing_file_gets_a_sentence(tmp_path):
    code, _, err = run("record", "import", str(tmp_path / "none"))
    assert (code, "No such file" in err) == (1, True)

    code, _, err = run("record", "export", "--all", "--out", str(tmp_path / "no" / "place"))
    assert (code, "No such file" in err) == (1, True)


def test_a_damaged_game_does_not_keep_the_others_from_leaving():
    sound, damaged = (
        import_record(recorded()[0], archive()),
        import_record(recorded()[1], archive()),
    )
    Game.objects.filter(pk=damaged.pk).update(seed="nonsense", laid="")

    code, out, err = run("record", "export", "--all")

    assert code == 1
    assert out == f"{to_line(record_of(sound))}\n"
    assert err.startswith(f"{damaged.code}: ")


def test_a_part_of_an_import_asks_the_database_no_more_for_many_records(
    a_file, django_assert_max_num_queries
):
    path = a_file(lines(*recorded()[:20]))

    with django_assert_max_num_queries(30):
        run("record", "import", path)

    assert Game.objects.count() == 20


def test_what_somebody_brings_in_twice_is_found_again():
    ann = a_person()
    first = import_for(ann, recorded()[:2])
    again = import_for(ann, recorded()[1:3])

    assert [each.was_here for each in first + again] == [False, False, True, False]
    assert again[0].game == first[1].game
    assert Game.objects.count() == 3


def test_a_name_made_fit_is_known_again():
    ann = a_person()
    strange = replace(recorded()[0], names=("\u202eevil", *recorded()[0].names[1:]))
    import_for(ann, [strange])

    assert import_for(ann, [strange])[0].was_here
    assert import_for(ann, [record_of(Game.objects.get())])[0].was_here


def test_others_bring_in_their_own_copy():
    import_for(a_person(), recorded()[:1])

    assert not import_for(a_person("Bob"), recorded()[:1])[0].was_here


def test_a_game_of_ones_own_is_found_not_stored_beside_itself(rng):
    here = a_game()
    play_on(here, rng)
    record = record_of(Game.objects.get())

    brought = import_for(here.people[1], [record])

    assert brought == [(here.game, True)]
    assert Game.objects.count() == 1


def test_a_record_with_the_seed_of_a_running_game_says_nothing_of_it():
    here = a_game()
    seed = bytes.fromhex(Game.objects.get().seed)
    record = replace(record_of(Game.objects.get()), seed=seed, actions=())

    brought = import_for(here.people[0], [record])

    assert brought[0].game != here.game
    assert not brought[0].was_here


def test_verify_counts_what_it_has_seen_and_seats_of_records_have_no_player():
    import_record(recorded()[0], archive())

    assert run("record", "verify", "--jobs", "1")[1] == "1 games are as they were played.\n"
    assert not Seat.objects.exclude(player=None).exists()


@pytest.mark.django_db(transaction=True)
def test_several_processes_find_what_one_finds():
    games = [import_record(record, archive()) for record in recorded()[:6]]
    Game.objects.filter(pk=games[4].pk).update(result={"winners": [0]})

    with verdicts(Game.objects.all(), jobs=2, size=2) as found:
        seen = list(found)

    assert [each.games for each in seen] == [2, 2, 2]
    assert [list(each.faults) for each in seen] == [[], [], [games[4].code]]


def test_a_record_leaves_in_the_form_of_the_contract(a_file):
    run("record", "import", a_file(json.dumps(record_dict(recorded()[3]), indent=1)))
    _, out, _ = run("record", "export", Game.objects.get().code)

    assert json.loads(out) == record_dict(recorded()[3])


def test_a_game_of_ones_own_is_known_again_by_other_names(rng):
    here = a_game()
    play_on(here, rng)
    record = record_of(Game.objects.get())
    Seat.objects.filter(player=here.people[1]).update(name="Somebody")

    [brought] = import_for(here.people[0], [record])

    assert (brought.game, brought.was_here) == (here.game, True)


def test_a_game_that_was_played_on_is_found_not_stored_beside_itself(rng):
    here = a_game()
    play_on(here, rng, 6)
    Game.objects.update(**deal_columns(record_of(Game.objects.get()).deal))
    Game.objects.update(status=Game.Status.BROKEN_OFF)

    [brought] = import_for(here.people[0], [record_of(Game.objects.get())])

    assert (brought.game, brought.was_here) == (here.game, True)


def test_names_that_come_together_by_cleaning_are_brought_in():
    record = replace(recorded()[0], names=("e\u200d\u0301", "\u1100\u200d\u1161", "C"))

    [brought] = import_for(a_person(), [record])

    assert not brought.was_here


def test_a_damaged_game_of_ones_own_keeps_nothing_from_coming_in(rng):
    here = a_game()
    play_on(here, rng)
    record = record_of(Game.objects.get())
    Game.objects.update(advanced=5)

    [brought] = import_for(here.people[0], [record])

    assert not brought.was_here
