"""Rooms, before and around a game: who is there, who is host, what is said.

`seating` opens, enters and leaves rooms, `hosting` is what the host decides, `starting` and
`ending` begin and end a game, `rematch` asks before the next one; they write through `changes`, and
read through `lookup`, `chairs` and `hosts`. Also what a room was told last (`notices`), its wins
(`series`), a person's running games; presence, absence and stand-ins; expiry; chat; tokens for
programs. May import: bots, engine, models, play, text. Called by accounts, background,
daily, live, moderation, notifications, open_tables, replays, screens, views.
"""
