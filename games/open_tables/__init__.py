"""Strangers who find each other: the list of open tables, “Find me a game”, blocks, favourites.

`listing` is what everybody may know of open tables, `matching` seats people who look for a game,
`joining` deals when a table is full, `waiting` offers bots; `blocks` and `favourites` are people's
own lists, and a favourite can be asked into a room. What a room does by itself (who may sit,
who has left) is in `rooms`. May import: engine, models, play, rooms, text. Called by
background, live, notifications, screens, views.
"""
