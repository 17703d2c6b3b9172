"""When a clock process was last alive."""

from django.db import models


class ClockBeat(models.Model):
    """One row: when a process last took due games, and since when without a longer break.

    Who seems to have been away during such a break may not have been: nobody could store it.
    """

    at = models.DateTimeField()
    steady_since = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.at.isoformat()
