"""Counts of failed logins."""

from django.db import models


class LoginTries(models.Model):
    """How many wrong passwords were given for one key; void after `until`.

    Keys and accounts are keyed digests: neither a username nor an address is stored.
    """

    key = models.CharField(max_length=64, unique=True)
    account = models.CharField(max_length=64, default="", blank=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "games_tries"

    def __str__(self) -> str:
        return f"{self.count} until {self.until}"
