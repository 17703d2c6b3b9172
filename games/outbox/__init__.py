"""What is to be told to people who are not here: rows with a due time.

`writing` is called in the transaction that makes something true (a game is dealt, a rematch is
proposed, an analysis is done); `notifications` takes the rows and sends them. Turns are not written
here: `Game.notify_at`, which every move sets with its own statement, is the row for them. May
import: models, play. Called by rooms, open_tables, reviews, notifications.
"""
