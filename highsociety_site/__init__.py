"""The Django project: settings, URLs, the admin site and the ASGI entry point.

`data` prepares the data directory before Django starts, `limits` reads rate limits from the
environment. Only `admin_site`, `asgi` and `urls` import `games`. Called by Django
and `manage.py`.
"""
