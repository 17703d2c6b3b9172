"""Bots for chairs: each is a character, under a name that is free in the room."""

import secrets
from collections.abc import Collection

from games.bots.characters import CHARACTERS
from games.models import Player
from games.rooms.names import free_name
from games.text.lookalikes import is_taken


def new_bot(level: str, taken: Collection[str]) -> Player:
    """A new bot player of this level, if possible a character that is not in the room yet."""
    people = [each for each in CHARACTERS.values() if each.level == level]
    free = [each for each in people if not is_taken(each.name, taken)]
    character = secrets.choice(free or people)
    return Player.objects.create(name=free_name(character.name, taken), bot=character.id)
