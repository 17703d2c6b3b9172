"""The application that holds the whole game."""

from django.apps import AppConfig
from django.conf import settings


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "High Society"

    def ready(self) -> None:
        """Register the system checks; report errors where that is wanted."""
        from games.accounts import addresses  # noqa: F401, PLC0415
        from games.text import active_language  # noqa: PLC0415

        active_language.install()

        if settings.SENTRY_DSN:
            from games.process import error_reports  # noqa: PLC0415 - loads a library

            error_reports.start()
