"""The minds that a stranger may have, before anything was seen of them.

A broad sample, the same in every process: thrifty and lavish, careful and careless, early and late
buyers; and, as a good part of the prior, players like our own.
"""

from math import exp, log
from random import Random

from games.bots.appraisal import Mind

USUAL = 24  # minds like those of our own bots,
OTHERS = 168  # and of all other kinds
USUAL_PRIOR = 0.5
PURSE = 0.58  # what is usually not kept at the beginning, as a part of all the money


def _usual(rng: Random) -> Mind:
    scale = exp(rng.gauss(0, 0.12))
    return _mind(scale, exp(rng.gauss(0, 0.15)), exp(rng.gauss(0, 0.15)), noise=0.3)


def _other(rng: Random) -> Mind:
    reckons_from_all = rng.random() < 0.45
    return _mind(
        exp(rng.uniform(log(0.12), log(1.8))),
        exp(rng.gauss(0, 0.4)),
        exp(rng.gauss(0, 0.5)),
        reserve=rng.choice((0.2, 0.42, 0.42, 0.7, 0.85, 0.95, 1.02)),
        floor=rng.choice((0.0, 0.0, 0.0, 0.0, 30.0, 55.0, 75.0)),
        open=PURSE if reckons_from_all else 0.0,
        patience=rng.choice((-0.6, 0.0, 0.0, 0.0, 0.8, 1.8)),
        noise=rng.choice((0.1, 0.3)),
    )


def _mind(
    scale: float,
    prestige: float,
    disgrace: float,
    *,
    reserve: float = 0.422,
    floor: float = 0.0,
    open: float = 0.0,
    patience: float = 0.0,
    noise: float = 0.1,
) -> Mind:
    factors = (scale, scale * prestige, scale * disgrace, scale)
    return Mind(*factors, reserve, floor, open, patience, noise)


def _sample() -> tuple[Mind, ...]:
    rng = Random(14)
    usual, others = ([make(rng) for _ in range(count)] for make, count in _MAKERS)
    return (*usual, *others)


_MAKERS = ((_usual, USUAL), (_other, OTHERS))
MINDS = _sample()
PRIOR = tuple(
    log(USUAL_PRIOR / USUAL if number < USUAL else (1 - USUAL_PRIOR) / OTHERS)
    for number in range(len(MINDS))
)
