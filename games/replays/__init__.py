"""A game that is over, seen again move by move, or continued from one of its positions.

`replay` shows any position as a seat, as a spectator or with all hands open, in the parts of the
running table; `play_on` starts a new game from there against bots. May import: engine,
models, play, rooms, screens, text. Called by views and admin.
"""
