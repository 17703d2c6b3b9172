"""The Django admin made for looking after games: lists, replays, checks, exports, judging."""

from games.admin import games, oversight, people, rooms

__all__ = ("games", "oversight", "people", "rooms")
