"""Games that are over: lists, careers, opponents, sharing, records in and out, verification.

Reads sit beside the writes they serve: `access` says who may open a game, `stored_games` reads many
at a time, `importing` takes records in, `verifying` replays logs against their hashes.
May import: bots, charts, engine, models, play, text. Called by views, replays, reviews, admin
and commands.
"""
