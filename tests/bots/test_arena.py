"""The arena: programs of anybody at one table, whatever they do."""

import json
import shutil
import sys

import pytest

from games.bots.match import Match, tallies
from games.engine.editions import EDITIONS
from tests.support.arena_programs import HOSTILE, PASSES, arena, batched, run_arena, running, shell

PATIENT = ("--seconds", "60", "--start-seconds", "60")


def test_bots_of_the_house_play_the_games_that_simulate_plays():
    match = Match(
        EDITIONS["spec"], ("regular", "novice", "novice", "novice"), 8, "oak", paired=True
    )
    expected = tallies(match)
    with match.play() as games:
        for game in games:
            for tally in expected:
                tally.add(game)

    found, _ = arena("regular", "novice", "--games", "8", "--seed", "oak", "--edition", "spec")

    assert [each["wins"] for each in found["entrants"]] == [float(each.wins) for each in expected]


def test_a_bot_of_ours_can_be_a_program():
    command = f"wire={sys.executable} -m games.bots.wire regular"
    (found,) = arena(command, "regular", "regular", "--games", "3", "--seed", "elm", *PATIENT)

    wire, house = found["entrants"]
    assert wire["faults"] == {"timeouts": 0, "illegal": 0, "crashes": 0}
    assert wire["wins"] + house["wins"] > 0
    assert wire["decisions"] > 20


@pytest.mark.parametrize(
    "command",
    [
        f"{sys.executable} docs/example_bot.py",
        pytest.param(
            "node docs/example_bot.js",
            marks=pytest.mark.skipif(not shutil.which("node"), reason="needs Node.js"),
        ),
    ],
)
def test_the_examples_of_the_page_can_be_entered(command):
    words = (f"example={command}", "random", "random", "--games", "2", "--seed", "fir")
    stars = ("--edition", "allplay-2025", "--advanced", "excursions", "yacht-club")
    (found,) = arena(*words, *stars, *PATIENT)

    example = found["entrants"][0]
    assert example["decisions"] > 10
    assert not any(example["faults"].values())


def test_the_two_examples_play_the_same_game():
    if not shutil.which("node"):
        pytest.skip("needs Node.js")
    options = ("novice", "novice", "--games", "3", "--seed", "yew", *PATIENT)
    python = arena(f"it={sys.executable} docs/example_bot.py", *options)[0]["entrants"]
    node = arena("it=node docs/example_bot.js", *options)[0]["entrants"]

    assert [each["wins"] for each in python] == [each["wins"] for each in node]
    assert [each["decisions"] for each in python] == [each["decisions"] for each in node]


def test_a_program_in_the_shell_can_be_entered():
    (found,) = arena(shell("shell", PASSES), "novice", "novice", "--games", "1", *PATIENT)

    shell_program = found["entrants"][0]
    assert shell_program["decisions"] > 5
    assert shell_program["faults"]["timeouts"] == shell_program["faults"]["illegal"] == 0


@pytest.mark.parametrize("names", batched(HOSTILE), ids=" ".join)
def test_hostile_programs_disturb_nobody(names):
    kinds = [HOSTILE[name][0] for name in names]
    times = ("--seconds", "0.1", "--start-seconds", "0.1") if "timeouts" in kinds else PATIENT
    programs = [shell(name, HOSTILE[name][1]) for name in names]

    (found,) = arena(*programs, "novice", "--games", "4", "--seed", "ash", *times)

    *hostile, house = found["entrants"]
    none = dict.fromkeys(("timeouts", "illegal", "crashes"), 0)
    assert [each["faults"] for each in hostile] == [none | {kind: 12} for kind in kinds]
    assert house["faults"] == none
    assert house["decisions"] >= 8


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_of_what_a_program_starts_nothing_stays_behind(jobs):
    """Not what runs in its group, nor what has left the group and its parent."""
    mark = f"1000{jobs}.25"
    forks = f"(setsid sleep {mark} &) ; (setsid setsid sleep {mark} &) ; sleep {mark} & {PASSES}"
    (found,) = arena(
        shell("forks", forks), "novice", "novice", "--games", "3", "--jobs", jobs, *PATIENT
    )

    assert found["entrants"][0]["decisions"] > 10
    assert running(mark) == []


def test_with_the_arena_end_its_programs():
    """A fork bomb that is bounded, which answers nothing: the arena ends, and it as well."""
    mark = "20000.75"
    bomb = f"for i in 1 2 3 4 5 6 7 8; do sh -c 'setsid sleep {mark} & sleep {mark}' & done; wait"
    times = ("--seconds", "0.1", "--start-seconds", "0.1")
    (found,) = arena(shell("bomb", bomb), "novice", "novice", "--games", "3", *times)

    assert found["entrants"][0]["faults"]["timeouts"] == 9
    assert running(mark) == []


def test_fewer_entrants_than_seats_play_each_alone_against_each_other():
    words = ("novice", "random", "--seats", "3", "--games", "3", "--seed", "box")
    first, second = arena(*words)

    assert [(each["name"], each["seats"]) for each in first["entrants"]] == [
        ("novice", 1),
        ("random", 2),
    ]
    assert second["entrants"][0]["name"] == "random"
    assert [first, second][0]["seed"] == "box"


def test_the_table_that_people_read_names_shares_and_faults():
    done = run_arena("novice", "random", "random", "--games", "3", "--seed", "box")

    heading, novice, _, games = done.stdout.splitlines()
    assert heading.split()[-3:] == ["timeouts", "illegal", "crashes"]
    assert novice.split()[0] == "novice"
    assert games == "3 games, par 0.333, osprey-2018, seed box"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["novice", "no-such-program --fast"], "neither a bot"),
        (["novice"], "cannot play"),
        (["novice", "novice", "novice"], "cannot play"),
        (["a=sh -c true", "a=sh -c false", "novice"], "one name"),
        (["novice", "random", "--advanced", "gambling"], "★"),
        (["novice", "'"], "neither a bot"),
    ],
)
def test_who_cannot_take_part_is_told_why(words, told):
    done = run_arena(*words)

    assert done.returncode == 2
    assert told in done.stderr


def test_a_question_has_what_the_seat_may_know_and_nothing_else(tmp_path):
    """Every line that a program is asked is written down, and read here."""
    heard = tmp_path / "heard"
    script = PASSES.replace("do\n", f"do\n  printf '%s\\n' \"$line\" >>{heard}\n", 1)
    arena(shell("listens", script), "novice", "novice", "--games", "1", "--seed", "ivy", *PATIENT)

    questions = [json.loads(line) for line in heard.read_text().splitlines()]
    seats = {each["seat"] for each in questions}
    assert len(seats) == 1
    for each in questions:
        assert not {"deck", "state", "legal"} & set(each)
        turned_up = [event["lot"] for event in each["events"] if event["type"] == "Revealed"]
        assert turned_up == each["revealed"]
        others = [i for i in range(3) if i != each["seat"]]
        assert all(each["players"][seat]["spent"] is None for seat in others)
