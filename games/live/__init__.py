"""Websockets: who looks at which room, and what is sent to them when it changes.

`consumer` takes frames; `hub` hears of changes, keeps the `connections` and says how it all works;
`viewer` is one of them, `frames` renders for them, `heartbeat` repairs what messages have missed.
`backpressure` disconnects clients that do not read; `origin_check` refuses foreign pages. May
import: accounts, engine, models, open_tables, play, process, rooms, screens, text. Called by asgi,
server and the command `serve`.
"""
