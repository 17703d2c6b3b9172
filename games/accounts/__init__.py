"""The player behind a request: guests, accounts, sessions, addresses, and rate limits.

`session` finds the player of a request or socket; `people` makes and renames them, `guest_merging`
joins a guest with an account; `limits` counts requests; `passwords` and `password_limits` guard
logging in; `erasure` deletes personal data. May import: models, play, rooms, text. Called by views,
live, admin, moderation, notifications, server, background, apps.
"""
