"""Commands of `manage.py`: serve, clock, record, simulate, train, backup, restore.

A command parses arguments, calls one package, prints, and sets the exit code; it holds no rules.
`arguments` has types of arguments, `files` reads and writes files of records. May import: archive,
background, backup, bots, engine, models, process, ratings, server, text, training. Called by Django
from the command line.
"""
