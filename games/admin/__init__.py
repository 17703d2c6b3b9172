"""The Django admin for reviewers and moderators: lists, replays, checks, exports, moderation.

One module for each group of models; `base`, `lists`, `filters` and `links` are what their pages
share, `actions` offers moderation actions on a page, `streams` sends long answers as they are made.
Everything is read-only but those actions, and nothing shows more of a running game than the table
does, unless the access was logged. May import: accounts, archive, engine, models,
moderation, play, ratings, replays, text. Called by Django's admin site alone.
"""

from games.admin import games, moderation, people, rooms

__all__ = ("games", "moderation", "people", "rooms")
