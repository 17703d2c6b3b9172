"""HTTP around Django: Daphne with limits, threads for pages, probes, admission, shutdown.

`http_server` bounds requests and connections; `http_threads` runs pages on a fixed number of
threads; `probes` answers /healthz, /readyz and /metrics by what `health` finds; `shutdown` drains
on SIGTERM. May import: accounts, live, models, play, process, screens, text. Called by asgi,
settings and commands.
"""
