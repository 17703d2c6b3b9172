"""What every process has: database threads, metrics, logs, error reports, draining, systemd.

These modules know nothing of games or rooms, so anything that runs may use them. May import:
nothing of ours. Called by play, live, notifications, server, background, views, apps and commands.
"""
