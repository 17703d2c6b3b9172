"""What people may send, and the words for what they may not."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from games.engine.cards import ADVANCED
from games.engine.editions import EDITIONS
from games.engine.state import SEATS
from games.histories.listing import (
    BROKEN_OFF,
    CAST_OUT,
    LOST,
    WITH_BOTS,
    WITHOUT_BOTS,
    WON,
    Wanted,
)
from games.models import Game, Room, User

CLOCK_NAMES = {
    0: _("No limit"),
    30: _("30 seconds"),
    60: _("1 minute"),
    120: _("2 minutes"),
    86_400: _("A day (by correspondence)"),
}

GRACE_NAMES = {
    0: _("Wait for them"),
    30: _("A bot after 30 seconds"),
    60: _("A bot after 1 minute"),
    120: _("A bot after 2 minutes"),
    300: _("A bot after 5 minutes"),
}
LEVEL_NAMES = {
    "novice": _("Novice"),
    "regular": _("Regular"),
    "expert": _("Expert"),
    "master": _("Master"),
}


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
        """★ cards belong to the 2025 edition; an edition may show spent money by itself."""
        data = super().clean() or {}
        edition = EDITIONS[data.get("edition", "classic")]
        if not edition.has_advanced:
            data["advanced"] = []
        data["show_spent"] = bool(data.get("show_spent")) or edition.shows_spent
        return data


class WantedForm(forms.Form):
    """Which of their games somebody wants to see."""

    edition = forms.ChoiceField(
        label=_("Edition"),
        required=False,
        choices=[("", _("Any edition")), *((each.id, _(each.title)) for each in EDITIONS.values())],
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("Any result")),
            (WON, _("Won")),
            (LOST, _("Lost")),
            (CAST_OUT, _("Cast out")),
            (BROKEN_OFF, _("Broken off")),
        ],
    )
    players = forms.TypedChoiceField(
        label=_("Players"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("Any number")), *((count, str(count)) for count in SEATS)],
    )
    opponent = forms.ChoiceField(label=_("Opponent"), required=False)
    bots = forms.ChoiceField(
        label=_("Bots"),
        required=False,
        choices=[
            ("", _("With or without bots")),
            (WITH_BOTS, _("With bots")),
            (WITHOUT_BOTS, _("People only")),
        ],
    )
    days = forms.TypedChoiceField(
        label=_("Period"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            ("", _("Any time")),
            (7, _("Last 7 days")),
            (30, _("Last 30 days")),
            (365, _("Last 12 months")),
        ],
    )
    origin = forms.ChoiceField(
        label=_("Origin"), required=False, choices=[("", _("Any origin")), *Game.Origin.choices]
    )

    def __init__(self, data: Any, opponents: list[tuple[str, str]]) -> None:
        super().__init__(data, auto_id="wanted-%s")
        choices = [("", _("Anybody")), *opponents]
        self.fields["opponent"].choices = choices  # type: ignore[attr-defined]

    @property
    def wanted(self) -> Wanted:
        """What a valid form asks for."""
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value})


class ImportForm(forms.Form):
    """Records to be looked at: a file, or their text."""

    file = forms.FileField(label=_("A file"), required=False)
    text = forms.CharField(
        label=_("Or the record itself"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two has to be there."""
        data = super().clean() or {}
        if not data.get("file") and not (data.get("text") or "").strip():
            raise forms.ValidationError(_("Please choose a file or paste a record."))
        return data


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """A new account: a name and a password, nothing else."""

    class Meta:
        model = User
        fields = ("username",)
