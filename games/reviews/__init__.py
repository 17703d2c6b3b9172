"""Reviews: what each decision of a finished game cost.

`analysis` computes them without Django; `jobs` stores them and hands them out slice by slice under
a lease; `text` says them in words. May import: charts, engine, models, play,
reviews.analysis, text. Called by views and background.
"""
