"""What runs beside the requests: the scheduler of all that is due, and the pools of bots.

`scheduler` takes due games, reviews, rooms and cleanup; `pools` computes bots and reviews in
processes of their own; `cleanup` deletes what is not needed; `clock_skew` corrects stored times
after the clock was set back; `heartbeat` shows that a scheduler runs. May import: accounts, bots,
daily, engine, models, notifications, open_tables, play, process, ratings, reviews,
reviews.analysis, rooms, text. Called by commands.
"""
