"""Parties: at a game, in a lobby, in a sealed round."""

import pytest

from tests.support.builders import a_game, a_room, a_sealed_round
from tests.support.sockets import Party


@pytest.fixture
def game():
    return Party(a_game())


@pytest.fixture
def lobby():
    return Party(a_room(3))


@pytest.fixture
def sealed():
    return Party(a_sealed_round())
