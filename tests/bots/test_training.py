"""Training: the same seed makes the same file, and what is learnt is worth having."""

import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from games.bots import neural_net
from games.bots.appraisal import TUNED, Temper
from games.engine.seats import SEATS
from games.training import net
from games.training.origin import origin
from games.training.self_play import SelfPlay
from games.training.tuning import Tuning

QUICK_NET = ("--games", "60", "--rounds", "2", "--neurons", "4")
QUICK_TEMPER = ("--generations", "2", "--tries", "4", "--games", "8")


def made(tmp_path, what, *options, name="made.json"):
    file = tmp_path / name
    call_command("train", what, *options, "--out", str(file))
    return file.read_text()


@pytest.mark.parametrize(("what", "options"), [("net", QUICK_NET), ("temper", QUICK_TEMPER)])
def test_the_same_seed_makes_the_same_bytes_and_another_one_does_not(tmp_path, what, options):
    first, again, other = (made(tmp_path, what, *options, "--seed", seed) for seed in "aab")

    assert first == again
    assert first != other


def test_the_number_of_processes_does_not_matter(tmp_path):
    one, two = (made(tmp_path, "net", *QUICK_NET, "--seed", "a", "--jobs", jobs) for jobs in "12")

    assert one == two


@pytest.mark.parametrize(("what", "options"), [("net", QUICK_NET), ("temper", QUICK_TEMPER)])
def test_a_file_says_what_made_it(tmp_path, what, options):
    made_by = json.loads(made(tmp_path, what, *options, "--seed", "oak"))["made_by"]

    assert made_by["command"].startswith(f"manage.py train {what} --")
    assert "--seed oak" in made_by["command"]
    assert made_by["seed"] == "oak"
    assert made_by["games"] > 0
    assert made_by["code"] == origin("")["code"]


def test_the_bots_can_read_what_was_trained(tmp_path, monkeypatch):
    rows = json.loads(made(tmp_path, "net", *QUICK_NET, "--seed", "a"))["neurons"]
    monkeypatch.setattr(neural_net, "_WEIGHTS", rows)
    position = SelfPlay("b").positions(1)[3]

    chances = neural_net.chances(neural_net.neurons(position.outlook), position.seats)

    assert sum(chances) == pytest.approx(1)
    assert len(rows) == 4


def test_python_and_numpy_compute_the_same_chances():
    positions = [each for number in range(20) for each in SelfPlay("c").positions(number)]
    batch = net.batch_of(positions)
    trained = net.Net(batch.inputs.shape[2], 8, np.random.default_rng(1))
    rows = trained.neurons(len(positions[0].seats[0]))
    chances, _ = trained.chances(batch)

    for position, expected in zip(positions, chances, strict=True):
        shared = [
            neural_net.Neuron(
                tuple(row["seat"]),
                row["bias"] + float(np.dot(row["outlook"], position.outlook)),
                row["weight"],
            )
            for row in rows
        ]
        found = neural_net.chances(shared, position.seats)
        assert found == pytest.approx(expected[: len(found)].tolist(), abs=1e-3)


def test_the_slopes_are_those_of_the_loss():
    batch = net.batch_of([each for number in range(5) for each in SelfPlay("d").positions(number)])
    trained = net.Net(batch.inputs.shape[2], 3, np.random.default_rng(2))
    for part, slope in zip(trained.parts, trained.slopes(batch), strict=True):
        place = tuple(0 for _ in part.shape)
        before, part[place] = part[place], part[place] + 1e-6
        more = trained.loss(batch)
        part[place] = before - 1e-6
        less = trained.loss(batch)
        part[place] = before
        assert (more - less) / 2e-6 == pytest.approx(slope[place], abs=1e-5)


def test_what_is_learnt_tells_more_than_par():
    games = [SelfPlay("e").positions(number) for number in range(500)]
    learnt = net.batch_of([each for game in games[100:] for each in game])
    tested = net.batch_of([each for game in games[:100] for each in game])
    *_, trained = net.train(learnt, net.Course(neurons=8, rounds=4), 1)
    par = np.log(tested.there.sum(axis=1)).mean()

    assert trained.loss(tested) < 0.97 * par


def test_games_to_learn_from_are_of_every_number_of_seats_and_with_stars():
    games = [SelfPlay("f", stars=0.5).positions(number) for number in range(200)]

    assert {len(game[0].seats) for game in games if game} == set(SEATS)
    longest = max(len(game) for game in games)
    assert longest > 14
    for game in games:
        for position in game:
            assert sum(position.won) == pytest.approx(1)
            assert len(position.seats) == len(position.won)
            assert len(position.outlook) == len(game[0].outlook)


def test_a_temper_that_pays_nothing_is_found_to_be_bad():
    tuning = Tuning("g", 1, 2, 150)
    hopeless = Temper(*(0.01 * value for value in TUNED[:4]), *TUNED[4:])

    assert tuning.share(hopeless, 0) < tuning.share(TUNED, 0)


def test_each_generation_has_a_temper_and_a_share():
    tempers = list(Tuning("h", 2, 6, 30).means())

    assert len(tempers) == 2
    assert all(isinstance(temper, Temper) for temper, _ in tempers)
    assert all(0 <= share <= 1 for _, share in tempers)


def test_too_few_games_are_refused(tmp_path):
    with pytest.raises(CommandError, match="too few"):
        made(tmp_path, "net", "--games", "1", "--seed", "a")


def test_the_shipped_weights_say_what_made_them_and_fit_the_features():
    text = (Path(neural_net.__file__).with_name("weights.json")).read_text()
    shipped, position = json.loads(text), SelfPlay("i").positions(1)[0]

    assert "command" in shipped["made_by"]
    for row in shipped["neurons"]:
        assert len(row["seat"]) == len(position.seats[0])
        assert len(row["outlook"]) == len(position.outlook)
