"""The server is killed in the middle of a game and comes back."""

from random import Random

from tests.support.browser import Invite
from tests.support.browser_people import LOST, Person, deal, play, whose_turn
from tests.support.server import Server


def assert_pages_come_back(people: list[Person], word: str) -> None:
    """What one says is heard by all, so every page is connected again."""
    people[0].say(word)
    for who in people:
        who.hears(word)


def test_a_killed_server_loses_nothing_and_the_pages_come_back(
    own_server: Server, person: Invite
) -> None:
    people = [person(own_server.url, name) for name in ("Anna", "Bert", "Cleo")]
    for who in people:
        who.expect_complaint(LOST)
    link = deal(people)
    chance = Random(7)

    for round_ in range(3):
        version = play(people, chance, boldness=1, most=3)
        before = own_server.moves_of(link)

        own_server.kill()
        own_server.start()

        assert own_server.moves_of(link) == before
        assert_pages_come_back(people, f"Where were we in round {round_}?")
        for who in people:
            assert who.version() == version == len(before)
    play(people, chance, most=3)


def test_pages_come_back_after_a_restart_in_good_order(own_server: Server, person: Invite) -> None:
    people = [person(own_server.url, name) for name in ("Anna", "Bert", "Cleo")]
    for who in people:
        who.expect_complaint(LOST)
    link = deal(people)
    version = play(people, Random(9), boldness=1, most=2)

    own_server.stop()
    own_server.start()

    assert_pages_come_back(people, "Back already?")
    assert {who.version() for who in people} == {version} == {len(own_server.moves_of(link))}


def test_a_move_in_flight_during_the_kill_is_made_once_or_not_at_all(
    own_server: Server, person: Invite
) -> None:
    people = [person(own_server.url, name) for name in ("Anna", "Bert", "Cleo")]
    for who in people:
        who.expect_complaint(LOST)
    link = deal(people)
    chance = Random(8)

    for round_ in range(3):
        version = play(people, chance, boldness=1, most=1)
        whose_turn(people).bid()
        own_server.kill()
        own_server.start()

        assert_pages_come_back(people, f"Did it count in round {round_}?")
        stored = len(own_server.moves_of(link))
        assert stored in {version, version + 1}
        for who in people:
            who.sees(stored)
    play(people, chance, most=3)
