"""A room asked: who sits where, who is the host, and what it refuses."""

import pytest

from games.models import Room
from games.rooms import lookup
from tests.support.builders import everything


def refused(refusal, call, *args, **kwargs):
    """The call is refused with a sentence, and every row is as it was."""
    before = everything()
    with pytest.raises(refusal) as no:
        call(*args, **kwargs)
    assert str(no.value)
    assert everything() == before


def chairs(room):
    members = lookup.members_of(room)
    return {m.player.name: m.chair for m in members}


def host_of(room):
    return Room.objects.get(pk=room.pk).host
