"""Lines of the log: what they tell, and what they never do."""

import json
import logging
from types import SimpleNamespace

import pytest

from games.models import new_invite
from games.process.logs import JsonFormatter, TextFormatter, current_id, masked, new_id

FORMATTERS = [TextFormatter(), JsonFormatter()]


def record(words, *args, error=None, name="games", **more):
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord(name, logging.WARNING, __file__, 1, words, args, info)
    made.__dict__.update(more)
    return made


def fail(error, cause=None):
    raise error from cause


def raised(error, cause=None):
    with pytest.raises(type(error)) as caught:
        fail(error, cause)
    return caught.value


def test_invites_sessions_and_seeds_are_masked_wherever_they_stand():
    for _ in range(300):
        invite = new_invite()
        assert invite not in masked(f"No route found for path 'ws/x/{invite}'.")
    for secret in ("k3" * 16, "0123456789abcdef" * 4, "203.0.113.7", "2001:db8::7:1"):
        assert secret not in masked(f"so: {secret}, and on")


@pytest.mark.parametrize(
    "words",
    [
        "Moves could not be written together.",
        "The game K7PQ2MZX cannot be played on.",
        'File "/srv/games/migrations/0015_columns_have_names.py", line 12, in forwards_and_back',
        "2026-11-18 00:12:58 games_logs_is_append_only",
        "Django 5.2.19, channels_redis.pubsub.RedisPubSubChannelLayer",
    ],
)
def test_words_that_open_nothing_are_kept(words):
    assert masked(words) == words


def test_short_links_are_masked_too():
    assert masked("GET /g/K7PQ2MZX/review/?at=3") == "GET /g/…/review/?at=3"


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize(
    "error",
    [
        KeyError("Zoe"),
        ValueError("invalid literal for int() with base 10: 'Zoe'"),
        ValueError('invalid input syntax for type integer: "Zoe"'),
        ValueError("duplicate key value\nDETAIL:  Key (name)=(Zoe) already exists."),
    ],
)
def test_an_error_tells_its_kind_and_no_values(formatter, error):
    line = formatter.format(record("It broke: %s", error, error=raised(error)))

    assert "Zoe" not in line
    assert type(error).__name__ in line
    assert "test_logs.py" in line


def test_an_error_keeps_the_names_of_the_code():
    error = raised(ValueError('violates unique constraint "one_action_for_a_number"'))

    assert "one_action_for_a_number" in TextFormatter().format(record("It broke.", error=error))


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_the_cause_of_an_error_is_told_before_it(formatter):
    error = raised(RuntimeError("on the way"), raised(KeyError("Zoe")))

    line = formatter.format(record("It broke.", error=error))

    assert line.index("KeyError") < line.index("RuntimeError: on the way")


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_a_path_is_told_as_its_route(formatter):
    path = "/r/short/talk/"
    request = SimpleNamespace(path=path, path_info=path, get_full_path=lambda: f"{path}?x=1")

    for told in (path, f"{path}?x=1"):
        line = formatter.format(record("%s: %s", "Forbidden", told, request=request))
        assert "Forbidden: talk" in line


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_a_library_that_names_people_keeps_its_words_alone(formatter):
    words = "AXES: Locking out %s after repeated login failures."
    line = formatter.format(record(words, "{'username': 'Zoe'}", name="autobahn.websocket"))

    assert "AXES: Locking out … after" in line


def test_a_line_of_json_has_its_fields_and_the_id_of_its_request():
    token = current_id.set(new_id())
    try:
        line = JsonFormatter().format(record("request", facts={"route": "room", "status": 200}))
        said = json.loads(line)
        assert said["id"] == current_id.get()
    finally:
        current_id.reset(token)
    assert said["time"].endswith("+00:00")
    assert (said["level"], said["logger"], said["message"]) == ("warning", "games", "request")
    assert (said["route"], said["status"]) == ("room", 200)


def test_line_breaks_cannot_forge_a_line():
    words = "one\n2026-11-18T00:00:00 ERROR games: two"

    assert len(JsonFormatter().format(record(words)).splitlines()) == 1
    assert TextFormatter().format(record(words)).splitlines()[1].startswith("    ")
