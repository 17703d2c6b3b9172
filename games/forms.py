"""The forms of the site: options of a room, import, accounts, logging in.

Choices and their labels come from `games.models.choices`. May import: engine, models, text.
Called by views and screens.
"""

from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    SetPasswordForm,
)
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from games.engine.cards import ADVANCED
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.models import (
    CLOCK_NAMES,
    DAYS,
    GRACE_NAMES,
    LEVEL_NAMES,
    PASSWORD_LENGTH,
    USERNAME_LENGTH,
    MailWish,
    Room,
    TimeUp,
    User,
)
from games.text.numbers import zone_names


class RoomForm(forms.ModelForm):  # type: ignore[type-arg]
    """The options of a room."""

    edition = forms.ChoiceField(
        label=_("Edition"),
        choices=[(edition.id, _(edition.title)) for edition in EDITIONS.values()],
    )
    advanced = forms.MultipleChoiceField(
        label=_("★ cards"),
        required=False,
        choices=[
            (card.id, name)
            for card, name in zip(
                ADVANCED, (_("Gambling"), _("Excursions"), _("Yacht Club")), strict=True
            )
        ],
        widget=forms.CheckboxSelectMultiple,
    )
    clock = forms.TypedChoiceField(
        label=_("Time per turn"),
        coerce=int,
        choices=list(CLOCK_NAMES.items()),
    )
    time_up = forms.ChoiceField(label=_("When time is up"), choices=TimeUp.choices, required=False)
    grace = forms.TypedChoiceField(
        label=_("When somebody is away"), coerce=int, choices=list(GRACE_NAMES.items())
    )
    level = forms.ChoiceField(label=_("Bot level"), choices=list(LEVEL_NAMES.items()))
    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, choices=[(count, str(count)) for count in SEATS]
    )

    class Meta:
        model = Room
        fields = (
            *("edition", "advanced", "show_spent", "clock", "weekends_off", "time_up"),
            *("grace", "level", "seats"),
        )
        labels = {"show_spent": _("Show spent money"), "weekends_off": _("Weekends off")}

    def clean(self) -> dict[str, Any]:
        """Drop ★ cards the edition has not; set `show_spent` if the edition demands it."""
        data = super().clean() or {}
        edition = EDITIONS[data.get("edition", "classic")]
        if not edition.has_advanced:
            data["advanced"] = []
        data["show_spent"] = bool(data.get("show_spent")) or edition.shows_spent
        # A page of the version before does not send it.
        data["time_up"] = data.get("time_up") or self.instance.time_up
        if data.get("clock") not in DAYS:
            data["weekends_off"] = False
        return data


class ImportForm(forms.Form):
    """Records to import: a file, or their text."""

    file = forms.FileField(label=_("File"), required=False)
    text = forms.CharField(
        label=_("Or paste the record"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError if neither a file nor a text is given."""
        data = super().clean() or {}
        if not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Choose a file or paste a record."))
        return data


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """A new account: username and password."""

    class Meta(BaseUserCreationForm.Meta):
        model = User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        for name in ("password1", "password2"):
            self.fields[name].validators.append(MaxLengthValidator(PASSWORD_LENGTH))
        self.fields["username"].help_text = _("Letters, digits and @ . + _ -")
        self.fields["password1"].help_text = _("8 characters or more, not only digits.")
        self.fields["password2"].label = _("Repeat the password")
        self.fields["password2"].help_text = ""


class LogInForm(AuthenticationForm):
    """Username and password of an account; the case of the username does not matter."""

    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": _("Wrong username or password. Try again.")
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)


class UsernameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Another username for an account."""

    class Meta:
        model = User
        fields = ("username",)
        help_texts = {"username": _("Letters, digits and @ . + _ -")}


def _word_passwords(form: SetPasswordForm) -> None:  # type: ignore[type-arg]
    """Our words and bounds for the fields of a new password."""
    form.fields["new_password1"].label = _("New password")
    form.fields["new_password1"].help_text = _("8 characters or more, not only digits.")
    form.fields["new_password2"].label = _("Repeat the new password")
    form.fields["new_password2"].help_text = ""
    for field in form.fields.values():
        field.validators.append(MaxLengthValidator(PASSWORD_LENGTH))


class NewPasswordForm(PasswordChangeForm):
    """Another password for an account, with the present one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Current password")
        self.fields["old_password"].widget.attrs.pop("autofocus", None)
        _word_passwords(self)


class ResetPasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """A new password for an account, by a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", **kwargs)
        _word_passwords(self)


def zone_choices() -> list[tuple[str, str]]:
    """Time zones as people read them: “Europe/Isle of Man”."""
    return [("", "UTC"), *((name, name.replace("_", " ")) for name in zone_names())]


class MailForm(forms.Form):
    """An address, which e-mails about games over days are wanted, and the present password.

    The script `local-times.js` chooses the reader's own time zone where none is stored.
    """

    address = forms.EmailField(label=_("E-mail address"), max_length=254)
    wish = forms.ChoiceField(
        label=_("E-mails about correspondence games"),
        choices=MailWish.choices,
        widget=forms.RadioSelect,
    )
    zone = forms.ChoiceField(
        label=_("Times in e-mails"),
        choices=zone_choices,
        required=False,
        widget=forms.Select(attrs={"data-own-zone": ""}),
    )
    password = forms.CharField(
        label=_("Current password"),
        strip=False,
        max_length=PASSWORD_LENGTH,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class ForgottenForm(forms.Form):
    """Whose password was forgotten: a username or an e-mail address."""

    who = forms.CharField(
        label=_("Username or e-mail address"),
        max_length=max(254, USERNAME_LENGTH),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
