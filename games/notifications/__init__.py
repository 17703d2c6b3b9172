"""Telling people who are not here: their turn, a game that begins, a rematch, an analysis.

`deciding` looks whom a game has to be told to, `sending` takes what is due and sends it, `text`
says it in the reader's language, `push_service` is one request to a stranger's server, `vapid`
signs it, `devices` are the browsers that asked for it. May import: accounts, engine, models,
open_tables, play, process, rooms, text. Called by background and views.
"""
