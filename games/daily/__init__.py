"""The deal of the day: one deck for everybody, and everybody's first try compared.

`days` says when a day begins and opens, `deals` draws its decks, `starting` begins a try,
`settling` stores what a finished try comes to, `results` ranks and compares them and `comparison`
shows that, `past_days` lists streaks and the archive. What keeps a deal secret until it opens is
`play.daily_secrecy`. May import: bots, charts, engine, models, play, rooms, text. Called by views
and background.
"""
