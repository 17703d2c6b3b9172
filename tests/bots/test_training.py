"""Training: the same seed makes the same file, and what is learnt is worth having."""

import json
from random import Random

import numpy as np
import pytest
from django.core.management import call_command

from games.bots import policy_net
from games.bots.appraisal import TUNED, Temper
from games.bots.policy import Policy
from games.bots.policy_inputs import INPUTS
from games.engine.seats import SEATS
from games.training.lessons import Lesson, School
from games.training.origin import origin
from games.training.policy_net import PolicyNet, chances
from games.training.ppo import BAND, Course, slopes, train
from games.training.seating import NAMES
from games.training.tuning import Tuning
from tests.support.bot_games import TABLES, a_shuffled_deal, turns

QUICK_POLICY = ("--games", "192", "--at-once", "96")
QUICK_TEMPER = ("--generations", "2", "--tries", "4", "--games", "8")
WHAT = [("policy", QUICK_POLICY), ("temper", QUICK_TEMPER)]


def made(tmp_path, what, *options, name="made.json"):
    file = tmp_path / name
    call_command("train", what, *options, "--out", str(file))
    return file.read_text()


@pytest.mark.parametrize(("what", "options"), WHAT)
def test_the_same_seed_makes_the_same_bytes_and_another_one_does_not(tmp_path, what, options):
    first, again, other = (made(tmp_path, what, *options, "--seed", seed) for seed in "aab")

    assert first == again
    assert first != other


@pytest.mark.parametrize(("what", "options"), WHAT)
def test_a_file_says_what_made_it(tmp_path, what, options):
    made_by = json.loads(made(tmp_path, what, *options, "--seed", "oak"))["made_by"]

    assert made_by["command"].startswith(f"manage.py train {what} --")
    assert "--seed oak" in made_by["command"]
    assert made_by["seed"] == "oak"
    assert made_by["games"] > 0
    assert made_by["code"] == origin("")["code"]


def test_a_longer_course_begins_like_a_shorter_one():
    short, long = (list(train(Course(games, at_once=32), 3)) for games in (64, 96))

    assert len(short) == 2
    assert len(long) == 3
    for one, two in zip(short[0].net.parts, long[0].net.parts, strict=True):
        assert one.shape == two.shape
    assert short[1].shares == long[1].shares


def test_the_bots_can_read_what_was_trained(tmp_path, monkeypatch):
    made(tmp_path, "policy", *QUICK_POLICY, "--seed", "a")
    monkeypatch.setattr(policy_net, "FILE", tmp_path / "made.json")
    policy_net.layers.cache_clear()
    rng = Random(1)
    edition, seats, stars = TABLES[7]
    deal = a_shuffled_deal(edition, seats, stars, rng)

    *_, (final, _, _) = turns(deal, [Policy(heat=1.0)] * seats, rng)
    policy_net.layers.cache_clear()

    assert final.is_over


def test_both_nets_say_the_same():
    chance = np.random.default_rng(1)
    net, seen = PolicyNet.new((6, 5), chance), chance.normal(0, 1, (3, INPUTS)).astype(np.float32)
    plain = tuple(
        policy_net.Layer(tuple(zip(*weights.tolist(), strict=True)), tuple(bias.tolist()))
        for weights, bias in zip(net.parts[::2], net.parts[1::2], strict=True)
    )

    for row, scores in zip(seen, net.forward(seen)[-1], strict=True):
        assert policy_net.scores(plain, row.tolist()) == pytest.approx(scores.tolist(), abs=1e-5)


def a_lesson(net, count=40):
    """Decisions of which chance says how good they were."""
    chance = np.random.default_rng(7)
    seen = chance.normal(0, 1, (count, INPUTS)).astype(np.float32)
    allowed = chance.random((count, net.parts[-1].shape[0] - 1)) < 0.7
    allowed[:, 0] = True
    found = chances(net.forward(seen)[-1][:, :-1], allowed)
    chosen = found.argmax(1)
    was = found[np.arange(count), chosen] * chance.uniform(0.9, 1.1, count)
    won = chance.random(count)
    return Lesson(seen, allowed, chosen, was, chance.normal(0, 1, count), won)


def loss(net, lesson):
    scores = net.forward(lesson.inputs)[-1]
    found = chances(scores[:, :-1], lesson.allowed)
    ratio = found[np.arange(len(lesson)), lesson.chosen] / lesson.chance
    pulled = np.minimum(ratio * lesson.better, np.clip(ratio, 1 - BAND, 1 + BAND) * lesson.better)
    wins = 1 / (1 + np.exp(-scores[:, -1]))
    surprise = lesson.won * np.log(wins) + (1 - lesson.won) * np.log(1 - wins)
    spread = -(found * np.log(np.maximum(found, 1e-9))).sum(1)
    return float(-(pulled + surprise + 0.05 * spread).mean())


def test_the_slopes_are_those_of_the_loss():
    chance = np.random.default_rng(2)
    net = PolicyNet([part.astype(np.float64) for part in PolicyNet.new((5, 4), chance).parts])
    lesson = a_lesson(net)
    for part, slope in zip(net.parts, slopes(net, lesson, lesson.better, 0.05), strict=True):
        place = tuple(1 for _ in part.shape)
        before = part[place]
        part[place] = before + 1e-5
        more = loss(net, lesson)
        part[place] = before - 1e-5
        less = loss(net, lesson)
        part[place] = before
        assert (more - less) / 2e-5 == pytest.approx(slope[place], abs=2e-4)


def test_what_is_learnt_wins_more_than_what_was_not():
    first, *_, last = train(Course(games=9 * 512, at_once=512, hidden=(48, 24), batch=2048), 5)

    assert sum(last.shares[name] for name in ("alike", "mixed")) > 0.02 + sum(
        first.shares[name] for name in ("alike", "mixed")
    )


def test_games_to_learn_from_are_of_every_sort_of_table():
    chance = np.random.default_rng(4)
    net = PolicyNet.new((8, 8), chance)
    school = School(400, 0.5, Course(1).parts, chance)
    school.play(net, net)

    assert set(school.table.tables.seats) == set(SEATS)
    assert set(school.shares()) == set(NAMES)
    lesson = school.lesson()
    assert lesson.allowed[np.arange(len(lesson)), lesson.chosen].all()
    assert (lesson.allowed.argmax(1) > 0).any()  # sealed bids, where nobody may pass


def test_a_temper_that_pays_nothing_is_found_to_be_bad():
    tuning = Tuning("g", 1, 2, 150)
    hopeless = Temper(*(0.01 * value for value in TUNED[:4]), *TUNED[4:])

    assert tuning.share(hopeless, 0) < tuning.share(TUNED, 0)


def test_each_generation_has_a_temper_and_a_share():
    tempers = list(Tuning("h", 2, 6, 30).means())

    assert len(tempers) == 2
    assert all(isinstance(temper, Temper) for temper, _ in tempers)
    assert all(0 <= share <= 1 for _, share in tempers)


def test_the_shipped_policy_says_what_made_it_and_fits_what_is_seen():
    shipped = json.loads(policy_net.FILE.read_text())

    assert shipped["made_by"]["command"].startswith("manage.py train policy --games ")
    assert len(shipped["layers"][0]["weights"]) == INPUTS
