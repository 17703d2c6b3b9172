"""The forms of the site: options of a room, import, a new account.

Choices and their labels come from `games.models.choices`. May import: archive, engine, models.
Called by views and screens.
"""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from games.engine.cards import ADVANCED
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.models import (
    CLOCK_NAMES,
    GRACE_NAMES,
    LEVEL_NAMES,
    PASSWORD_LENGTH,
    Room,
    User,
)


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
        label=_("Time for a turn"),
        coerce=int,
        choices=list(CLOCK_NAMES.items()),
    )
    grace = forms.TypedChoiceField(
        label=_("When somebody is away"), coerce=int, choices=list(GRACE_NAMES.items())
    )
    level = forms.ChoiceField(label=_("Level of bots"), choices=list(LEVEL_NAMES.items()))
    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, choices=[(count, str(count)) for count in SEATS]
    )

    class Meta:
        model = Room
        fields = ("edition", "advanced", "show_spent", "clock", "grace", "level", "seats")
        labels = {"show_spent": _("Show spent money")}

    def clean(self) -> dict[str, Any]:
        """Drop ★ cards the edition has not; set `show_spent` if the edition demands it."""
        data = super().clean() or {}
        edition = EDITIONS[data.get("edition", "classic")]
        if not edition.has_advanced:
            data["advanced"] = []
        data["show_spent"] = bool(data.get("show_spent")) or edition.shows_spent
        return data


class ImportForm(forms.Form):
    """Records to import: a file, or their text."""

    file = forms.FileField(label=_("A file"), required=False)
    text = forms.CharField(
        label=_("Or the record itself"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError if neither a file nor a text is given."""
        data = super().clean() or {}
        if not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Please choose a file or paste a record."))
        return data


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """A new account: username and password."""

    class Meta(BaseUserCreationForm.Meta):
        model = User

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("password1", "password2"):
            self.fields[name].validators.append(MaxLengthValidator(PASSWORD_LENGTH))
