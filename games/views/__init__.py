"""Pages and deeds over HTTP: fetch, call, render."""
