"""A running game: every write to a table, and the time at which something is due.

A command (form, frame or API) becomes a move; `moves` checks its version, appends it to the log and
commits; `batching` commits moves of many games together; `automation` and `clock` say when a bot,
an auto-bid or the end of a turn is due; `announcements` tells all processes after the commit,
`outbox` writes what is to be told to people who are not there; `stored_records` turns stored games
into records and back. May import: bots, engine, models, process, ratings, text. Called by rooms,
live, views, background, and all others that write to a table or read one.
"""
