"""When a clock process was last alive."""

from django.db import models


class ClockBeat(models.Model):
    """One row: when a process last took due games."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()
