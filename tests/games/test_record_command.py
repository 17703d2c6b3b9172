"""`manage.py record`, as people type it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import ManagementUtility

from games.engine.observation import observe, to_json
from games.engine.record import Record, record_dict
from games.engine.record import from_data as read
from tests.support.commands import lines, run
from tests.support.positions import a_deal, bid, passes

ROOT = Path(__file__).parents[2]
NAMES = ("North", "East", "Süd")
RUNNING = Record(a_deal("luxury-7 luxury-1"), NAMES, (bid(0, 3), bid(1, 4)))
FINISHED = Record(
    a_deal("prestige-1 prestige-2 half prestige-3"), NAMES, tuple(passes(0, 1, 2, 0, 1))
)


def test_replay_prints_a_line_for_each_record(a_file):
    code, out, err = run("record", "replay", a_file(lines(RUNNING, FINISHED)))

    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        {"over": False, "plies": 2, "result": None},
        {"over": True, "plies": 5, "result": FINISHED.result},
    ]


def test_replay_reads_one_record_over_many_lines(a_file):
    code, out, _ = run("record", "replay", a_file(json.dumps(record_dict(FINISHED), indent=2)))

    assert code == 0
    assert json.loads(out)["plies"] == 5


def test_blank_lines_are_no_records(a_file):
    code, out, _ = run("record", "replay", a_file(f"\n{lines(RUNNING)}\n\n{lines(FINISHED)}\n"))

    assert code == 0
    assert len(out.splitlines()) == 2


def test_the_first_bad_record_is_named_and_stops_the_replay(a_file):
    broken = record_dict(RUNNING)
    broken["actions"].append({"seat": 0, "type": "pass"})

    path = a_file(lines(RUNNING, FINISHED) + json.dumps(broken) + "\n" + lines(RUNNING))
    code, out, err = run("record", "replay", path)

    assert code == 1
    assert len(out.splitlines()) == 2
    assert err == "line 3: action 2: It is not your turn. [not-your-turn]\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("\n \n", 1),
        ("{", 1),
        ("nonsense\n", 1),
        (b"\xff\xfe\x00", 1),
        ("[1, 2]", 1),
        ("[" * 100_000, 1),
        (lines(RUNNING) + "{\n", 2),
        (lines(RUNNING) + "\n\n" + "null\n", 4),
        (json.dumps(record_dict(RUNNING), indent=2) + "\n{}", 1),
    ],
)
def test_bad_files_get_a_line_and_a_sentence(a_file, text, line):
    code, _, err = run("record", "replay", a_file(text))

    assert code == 1
    assert err.startswith(f"line {line}: ")
    assert "Traceback" not in err


def test_a_missing_file_gets_a_sentence(tmp_path):
    code, _, err = run("record", "replay", str(tmp_path / "none.json"))
    assert (code, "No such file" in err) == (1, True)

    code, _, err = run("record", "replay", str(tmp_path))
    assert (code, "directory" in err) == (1, True)


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("ply", [0, 1, 2])
def test_observe_prints_what_a_seat_could_know(a_file, ply, seat):
    path = a_file(lines(RUNNING))
    code, out, _ = run("record", "observe", path, "--ply", str(ply), "--seat", str(seat))

    assert code == 0
    assert out == to_json(observe(RUNNING.states[ply], seat)) + "\n"


def test_observe_knows_spectators(a_file):
    path = a_file(lines(RUNNING))
    _, out, _ = run("record", "observe", path, "--ply", "1", "--seat", "spectator")

    assert json.loads(out)["hand"] is None


@pytest.mark.parametrize(
    ("ply", "seat", "reason"), [("3", "0", "2 actions, not 3"), ("0", "3", "seats 0 to 2, not 3")]
)
def test_observe_refuses_what_is_not_there(a_file, ply, seat, reason):
    path = a_file(lines(RUNNING))
    code, out, err = run("record", "observe", path, "--ply", ply, "--seat", seat)

    assert (code, out) == (1, "")
    assert reason in err


def manage(*arguments, given=b""):
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False)


def test_standard_input_is_a_file_too():
    done = manage("record", "replay", "-", given=lines(RUNNING, FINISHED).encode())

    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr == b""


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("replay",),
        ("observe", "-"),
        ("observe", "-", "--ply", "x", "--seat", "0"),
        ("observe", "-", "--ply", "-1", "--seat", "0"),
        ("observe", "-", "--ply", "0", "--seat", "north"),
        ("observe", "-", "--ply", "²", "--seat", "0"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        ManagementUtility(["manage.py", "record", *arguments]).execute()

    assert stop.value.code == 2
    assert "error:" in capsys.readouterr().err


def test_a_refusal_on_the_command_line_has_no_traceback():
    done = manage("record", "replay", "-", given=b"{}")

    assert done.returncode == 1
    assert done.stderr.startswith(b"line 1: ")
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_error():
    given = lines(*[RUNNING] * 5000)
    command = f"{sys.executable} manage.py record replay - | head -1"
    done = subprocess.run(
        command, cwd=ROOT, input=given.encode(), capture_output=True, shell=True, check=False
    )

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == b""


def test_the_example_reads_itself():
    assert read(record_dict(FINISHED)) == FINISHED
