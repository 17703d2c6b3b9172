"""`manage.py simulate`: bots against each other, without the web."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import from_text


def simulate(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("simulate", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def objects(*arguments):
    out, _ = simulate(*arguments, "--json")
    return json.loads(out)


def test_the_json_has_one_row_a_bot():
    answer = objects("--games", "20", "--seats", "4", "--seed", "7", "--bots", "random")

    assert list(answer) == ["games", "seconds", "bots"]
    assert answer["games"] == 20
    assert answer["seconds"] > 0
    row = answer["bots"][0]
    assert list(row) == ["bot", "seats", "wins", "share"]
    assert (row["bot"], row["seats"]) == ("random", 4)
    assert row["share"] == pytest.approx(row["wins"] / 80)
    assert 0 < row["wins"] <= 20


def test_the_same_seed_plays_the_same_games(tmp_path):
    files = [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    for file, seed in zip(files, ["x", "x", "y"], strict=True):
        simulate("--games", "5", "--bots", "random,random,random", "--seed", seed,
                 "--records", str(file))  # fmt: skip
    first, again, other = (file.read_text() for file in files)

    assert first == again
    assert first != other


def test_any_number_of_processes_plays_the_same_games(tmp_path):
    for jobs in ("1", "2", "5"):
        simulate("--games", "7", "--bots", "random,novice,regular", "--seed", "x", "--paired",
                 "--jobs", jobs, "--records", str(tmp_path / jobs))  # fmt: skip

    assert len({(tmp_path / jobs).read_text() for jobs in ("1", "2", "5")}) == 1


def test_a_league_prints_a_line_for_each_kind():
    out, _ = simulate("--league", "--games", "8", "--seed", "1", "--bots", "novice,regular",
                      "--kinds", "careful,late", "--jobs", "2")  # fmt: skip

    heading, careful, late, summary = out.splitlines()
    assert heading.split() == ["one", "against", "3", "…", "novice", "regular"]
    assert careful.startswith("careful ")
    assert late.split()[:4] == ["late", "0", "of", "8"]
    assert summary.endswith("seed 1")


def test_a_league_as_json_has_a_row_a_pair():
    answer = objects("--league", "--games", "3", "--seats", "3", "--bots", "novice",
                     "--kinds", "miser")  # fmt: skip

    assert [(row["bot"], row["against"]) for row in answer["pairs"]] == [("novice", "miser")]


def test_a_match_needs_players():
    with pytest.raises(CommandError, match="Say who plays"):
        simulate("--games", "1")


def test_a_function_that_speaks_json_can_play():
    bots = "docs.example_bot:choose,solange,random"
    rows = objects("--games", "1", "--bots", bots, "--seed", "1")["bots"]

    assert [row["bot"] for row in rows] == bots.split(",")


@pytest.mark.parametrize("edition", ["allplay-2025", "classic", "osprey-2018", "manual", "spec"])
@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_records_replay_in_every_edition(tmp_path, edition, seats):
    file = tmp_path / "games.jsonl"
    simulate("--games", "10", "--seats", seats, "--edition", edition, "--seed", "1",
             "--bots", "random", "--records", str(file))  # fmt: skip

    records = [from_text(line) for line in file.read_bytes().splitlines()]
    assert len(records) == 10
    assert all(record.final.is_over and record.seed for record in records)
    assert {record.deal.edition.id for record in records} == {edition}
    assert {record.deal.seats for record in records} == {int(seats)}
    assert len({record.seed for record in records}) == 10


@pytest.mark.parametrize("stars", [["gambling", "yacht-club"], ["gambling,yacht-club"]])
def test_the_stars_can_be_chosen(tmp_path, stars):
    file = tmp_path / "games.jsonl"
    simulate("--games", "3", "--edition", "allplay-2025", "--advanced", *stars, "--seed", "1",
             "--bots", "random,random,random", "--records", str(file))  # fmt: skip

    for line in file.read_text().splitlines():
        assert json.loads(line)["advanced"] == ["gambling", "yacht-club"]


def test_paired_games_play_each_deck_once_per_rotation(tmp_path):
    file = tmp_path / "games.jsonl"
    _, err = simulate("--games", "6", "--bots", "random,random,random", "--seed", "1", "--paired",
                      "--records", str(file))  # fmt: skip
    seeds = [from_text(line).seed for line in file.read_bytes().splitlines()]

    assert seeds[:3] == [seeds[0]] * 3
    assert seeds[3:] == [seeds[3]] * 3
    assert seeds[0] != seeds[3]
    assert err == ""


def test_a_broken_rotation_is_told():
    _, err = simulate("--games", "4", "--bots", "random,random,random", "--paired")

    assert "not played in every rotation" in err


def test_a_table_for_reading():
    out, _ = simulate("--games", "10", "--bots", "random,random,random")

    heading = out.splitlines()[0].split()
    assert heading == ["bot", "seats", "wins", "share", "±", "95", "%", "ms", "p95"]
    assert out.splitlines()[1].split()[:2] == ["random", "3"]
    assert out.splitlines()[2].startswith("10 games in ")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--bots", "random,clever,random"), "no bot “clever”"),
        (("--bots", ""), "no bot “”"),
        (("--bots", "docs.example_bot:sleep", "--seats", "4"), "no bot “docs.example_bot:sleep”"),
        (("--bots", "random,random"), "2 bots do not fill"),
        (("--bots", "random,random,random", "--seats", "4"), "3 bots do not fill 4 seats"),
        (("--bots", "random", "--seats", "2"), "invalid choice"),
        (("--bots", "random", "--seats", "4", "--games", "0"), "1 or more"),
        (("--bots", "random", "--seats", "4", "--games", "many"), "1 or more"),
        (("--bots", "random", "--seats", "4", "--jobs", "0"), "1 or more"),
        (("--bots", "random", "--seats", "4", "--edition", "mine"), "invalid choice"),
        (("--bots", "random", "--seats", "4", "--advanced", "gambling"), "no ★ cards"),
        (
            (
                "--bots",
                "random",
                "--seats",
                "4",
                "--edition",
                "allplay-2025",
                "--advanced",
                "luxury-1",
            ),
            "The ★ cards are",
        ),
        (
            ("--bots", "random", "--seats", "4", "--edition", "allplay-2025", "--advanced", "x"),
            "The ★ cards are",
        ),
        (("--bots", "random", "--seats", "4", "--records", "/no/such/place"), "No such file"),
        ((), "--bots"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, reason):
    with pytest.raises(CommandError, match=reason):
        simulate(*arguments)
