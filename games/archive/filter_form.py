"""The form by which a player filters the list of their games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.archive.listing import (
    BROKEN_OFF,
    CAST_OUT,
    LOST,
    WITH_BOTS,
    WITHOUT_BOTS,
    WON,
    GameFilter,
)
from games.engine.editions import EDITIONS
from games.engine.seats import SEATS
from games.models import Game


class GameFilterForm(forms.Form):
    """The form above the list of one's games that are over."""

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
        choices = [("", _("Anyone")), *opponents]
        self.fields["opponent"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> GameFilter:
        """The filter of a valid form."""
        return GameFilter(**{name: value for name, value in self.cleaned_data.items() if value})
