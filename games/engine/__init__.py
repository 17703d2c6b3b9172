"""The rules of High Society: pure values and functions, standard library only.

`start` deals, `apply` makes every later position, `observe` is what a viewer may know.
Also here: the game record (format 1), the events between two positions, timeline and standings of a
game that is over, and what an auto-bid decides. Imports nothing of ours; everything may import it.
"""
