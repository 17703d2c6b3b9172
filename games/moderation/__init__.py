"""Reports by players, and the actions of moderators, kept in an audit log.

Every action names its reason and its moderator. May import: accounts, models, ratings, rooms,
text. Called by views and admin.
"""
