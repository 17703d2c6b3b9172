"""Frames that no page of ours sends."""

import json
from random import Random

BAD_FRAMES = {
    "cut": '{"type": "bid", "cards": ["30',
    "blank": " ",
    "no object": "[]",
    "null": "null",
    "a number": "7",
    "deep": "[" * 4000,
    "deep and whole": "[" * 2000 + "]" * 2000,
    "deep object": '{"type":' * 400 + "1" + "}" * 400,
    "not a number": '{"version": NaN}',
    "infinite": '{"version": 1e999}',
    "long number": '{"version": ' + "9" * 4000 + "}",
    "numbers": '{"type": "bid", "version": 0, "cards": [3000]}',
    "nested": '{"type": {"type": "pass"}, "version": "0"}',
    "nulls": '{"type": null, "version": "0"}',
    "true": '{"type": "pass", "version": true}',
    "oversize": json.dumps({"type": "pass", "version": "0", "text": "x" * 5000}),
    "surrogate": '"\\ud800"',
    "html": "<script>",
}

MOVE = json.dumps({"type": "bid", "version": "0", "cards": ["3000", "1000"], "HEADERS": {}})
ODD = ["", " ", "\ud800", "\0", "9" * 400, "-1", "1e9", "NaN", "<b>", "٣", "luxury-1", "0", "1"]


def a_bad_frame(chance: Random) -> str | bytes:
    """One that is not even a form: known ones, a move cut short, values of other kinds, bytes."""
    made = chance.choice([_known, _cut, _of_other_kinds, _deep, _binary])
    return made(chance)


def nonsense(chance: Random) -> str:
    """A form that asks for nothing that could be done, or for something in another game."""
    fields = {"type": chance.choice(["fold", "raise", *ODD]), "version": chance.choice(ODD)}
    ids = {name: str(chance.randrange(1_000)) for name in ("game", "room", "seat", "player")}
    return json.dumps(
        fields | ids | {"card": chance.choice(ODD), "cards": chance.choices(ODD, k=2)}
    )


def _known(chance: Random) -> str:
    return chance.choice(list(BAD_FRAMES.values()))


def _cut(chance: Random) -> str:
    return MOVE[: chance.randrange(1, len(MOVE))]


def _of_other_kinds(chance: Random) -> str:
    value = chance.choice([0, 3_000, -1, 1.5, True, None, {}, {"a": 1}, [[]], [0], [None], 10**400])
    return json.dumps(json.loads(MOVE) | {chance.choice(["type", "version", "cards"]): value})


def _deep(chance: Random) -> str:
    opening, closing = chance.choice([("[", "]"), ('{"type":', "}")])
    levels = chance.randrange(2, 2_000)
    return opening * levels + "1" + closing * chance.choice([0, levels])


def _binary(chance: Random) -> bytes:
    return chance.randbytes(chance.randrange(1, 200))
