"""Accounts and players."""

import unicodedata
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from games.models.codes import new_number
from games.text.lookalikes import skeleton

NAME_LENGTH = 20
AGENT_LENGTH = 40
USERNAME_LENGTH, PASSWORD_LENGTH = 150, 4_096
# Folding turns one character into three at most.
KEY_LENGTH = 3 * USERNAME_LENGTH

models.CharField.register_lookup(Length)


def username_key(username: str) -> str:
    """The key that is equal for usernames that differ only in case or Unicode form."""
    folded = unicodedata.normalize("NFKC", username[:USERNAME_LENGTH]).casefold()
    return unicodedata.normalize("NFKC", folded)[:KEY_LENGTH]


def username_look(username: str) -> str:
    """The key that is equal for usernames that look the same, in whatever script they are."""
    return skeleton(username[:USERNAME_LENGTH])[:KEY_LENGTH]


def credential_of(user: AbstractUser) -> str:
    """A digest that changes with the account's password, and while the account is not active."""
    return sha256(f"{user.pk} {user.is_active} {user.password}".encode()).hexdigest()


class Accounts(UserManager["User"]):
    """Accounts, found by username in any case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of this username: by its exact spelling first, else by its key."""
        if not username or len(username) > USERNAME_LENGTH:
            raise self.model.DoesNotExist
        found = list(self.filter(Q(username=username) | Q(username_key=username_key(username))))
        if not found:
            raise self.model.DoesNotExist
        return max(found, key=lambda user: user.username == username)


class User(AbstractUser):
    """An account, needed only to keep a name and a history.

    `username_key` is unique. It is null for accounts from before there were keys whose username
    differs from an older account's in case only: their exact spelling opens them. `username_look`
    is unique as well, and null where an account that looks the same is older. A new `login_key`
    ends every session of the account.
    """

    username_key = models.CharField(  # noqa: DJ001 - null is not unique, empty would be
        max_length=KEY_LENGTH, unique=True, null=True, editable=False, default=None
    )
    username_look = models.CharField(  # noqa: DJ001 - null is not unique, empty would be
        max_length=KEY_LENGTH, unique=True, null=True, editable=False, default=None
    )
    login_key = models.CharField(max_length=32, default="", db_default="", editable=False)
    objects = Accounts()  # type: ignore[misc]

    class Meta(AbstractUser.Meta):
        indexes = (
            models.Index(fields=("id",), condition=Q(is_active=False), name="accounts_closed"),
        )

    def clean(self) -> None:
        """Raise ValidationError if another account has this username or one that looks the same."""
        super().clean()
        if not self.username or self._is_stored_as_it_is():  # forms clear what they have refused
            return
        if self._others().exists():
            message = self.unique_error_message(User, ("username",))
            raise ValidationError({"username": message})
        if self._looks_like_another():
            raise ValidationError(
                {"username": _("This looks like somebody else’s username. Choose another one.")}
            )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the keys with the username."""
        fields = kwargs.get("update_fields")
        if fields is None or "username" in fields:
            self._set_key()
            kwargs["update_fields"] = (
                None if fields is None else {*(*fields, "username_key", "username_look")}
            )
        super().save(*args, **kwargs)

    def _set_key(self) -> None:
        self.username_look = None if self._looks_like_another() else username_look(self.username)
        key = username_key(self.username)
        if self.username_key == key:
            return
        is_taken = User.objects.filter(username_key=key).exclude(pk=self.pk).exists()
        self.username_key = None if is_taken and self._is_stored_as_it_is() else key

    def _is_stored_as_it_is(self) -> bool:
        return User.objects.filter(pk=self.pk, username=self.username).exists()

    def _others(self) -> "models.QuerySet[User]":
        same = Q(username_key=username_key(self.username)) | Q(username__iexact=self.username)
        return User.objects.filter(same).exclude(pk=self.pk)

    def _looks_like_another(self) -> bool:
        alike = User.objects.filter(username_look=username_look(self.username))
        return alike.exclude(pk=self.pk).exists()

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session is bound to: Django's hash of the password, with the login key."""
        salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        value = f"{self.password}{self.login_key}"
        return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()

    @property
    def credential(self) -> str:
        """What this account's sockets and tokens are bound to."""
        return credential_of(self)


class Player(models.Model):
    """A person or bot who plays: a guest known by a session, an account, or a bot.

    Without `is_public` an account has no profile and is on no leaderboard.
    """

    user = models.OneToOneField(User, models.CASCADE, null=True, related_name="player")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    bot = models.CharField(_("bot"), max_length=20, default="", blank=True)
    created_at = models.DateTimeField(_("joined"), auto_now_add=True)
    logged_out_at = models.DateTimeField(null=True)
    banned_until = models.DateTimeField(_("banned until"), null=True)
    silent_until = models.DateTimeField(_("muted until"), null=True)
    is_public = models.BooleanField(_("has a profile"), default=True, db_default=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.CheckConstraint(condition=Q(name__length__gt=0), name="player_has_a_name"),
            models.CheckConstraint(
                condition=Q(bot="") | Q(user__isnull=True), name="a_bot_has_no_account"
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=Q(is_public=False), name="people_hidden"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_banned(self) -> bool:
        """Whether the player is banned now."""
        return self.banned_until is not None and self.banned_until > timezone.now()

    @property
    def credential(self) -> str:
        """The account's credential; empty for a guest."""
        return self.user.credential if self.user else ""


class Device(models.Model):
    """A browser of a player. The log stores its number only, which says nothing without this row.

    The number is random and not unique, so that it does not link the games of an erased player.
    `is_push_off` is set where notifications were switched off in the list of devices: the browser
    learns that when it comes next, and does not subscribe again by itself.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    number = models.PositiveSmallIntegerField(default=new_number)
    agent = models.CharField(max_length=AGENT_LENGTH, default="", blank=True)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now_add=True)
    is_push_off = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "number"), name="one_device_for_a_number"),
        )

    def __str__(self) -> str:
        return str(self.number)


class Mute(models.Model):
    """A player does not see the chat of another."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(Player, models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "muted"), name="muted_once"),
            models.CheckConstraint(condition=~Q(player=F("muted")), name="nobody_mutes_themselves"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id}"
