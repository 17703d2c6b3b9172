"""Views: each fetches what a request names, calls a service, and renders the answer.

One module for each group of addresses in `games/urls.py`; `responses` has what they share: pages,
redirects, and the answer to a refusal. A view checks who asks and what is sent; rules and writes
belong to the services. May import: accounts, archive, charts, daily, engine, forms, lessons,
models, moderation, notifications, open_tables, play, process, ratings, replays, reviews, rooms,
screens, text. Called by Django through `games/urls.py`; the admin site uses `responses`.
"""
