"""Games that are over: lists, careers, opponents, sharing, records in and out, verification.

Reads sit beside the writes they serve: `stored_games` turns stored games into records, `access`
says who may open one, `importing` takes records in, `verifying` replays logs against their hashes.
May import: bots, charts, engine, models, play, text. Called by views, replays, reviews, admin
and commands.
"""
