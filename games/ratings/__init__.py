"""Ratings: how strong people are, from the rated games they have finished.

`fold` is the pure function from finished games in order to ratings. `entering` writes the rows of a
game that ends, `counting` computes them a moment later, `checking` makes all of them anew and
compares. `strengths` has the fixed ratings of bots, which `calibration` finds from games of
`simulated`. May import: bots, engine, models. Called by play, moderation, admin, background, views
and commands.
"""
