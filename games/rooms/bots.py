"""Bots for chairs: each is a character, under a name that is free in the room."""

import secrets
from collections.abc import Collection

from games.bots.characters import CAST, CHARACTERS, Character, character_at
from games.models import Player
from games.rooms.names import free_name
from games.text.lookalikes import is_taken


def new_bot(level: str, taken: Collection[str]) -> Player:
    """A new bot player of this level: a character whose name is not in the room yet.

    First those who belong to the level, then others; only where people go by the names of all of
    them, one with a numeral.
    """
    at_level = [each for each in CHARACTERS.values() if each.level == level]
    free = [each for each in at_level if not is_taken(each.name, taken)]
    own = [each for each in free if each.id in CAST]
    return bot_of(secrets.choice(own or free or at_level), taken)


def bot_of(character: Character, taken: Collection[str], name: str = "") -> Player:
    """A new bot player of this character, under this name or its own."""
    chosen = free_name(name or character.name, taken)
    return Player.objects.create(name=chosen, bot=character.id)


def character_of(player: Player | None) -> Character | None:
    """The character of a bot; None for people and free chairs."""
    return CHARACTERS.get(player.bot) if player else None


def character_for(bot: str, name: str, level: str) -> Character | None:
    """Who had a seat, as they play at `level`: the bot, or the character of that name, or None."""
    named = next((each.id for each in CAST.values() if is_taken(name, [each.name])), "")
    return character_at(bot or named, level)
