"""Moderation actions offered on a page of the admin: their forms, and the view that runs them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from games.admin.base import ReadOnly, may, moderator_in
from games.models import NAME_LENGTH, REASON_LENGTH
from games.moderation.actions import Moderator
from games.text.errors import BadInput, Refused

Data = dict[str, Any]


class ActionForm(forms.Form):
    """The form of one action: a reason, and where the action asks for it a name or a last day."""

    kind = forms.CharField(widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("New name"), max_length=NAME_LENGTH)
    until = forms.DateField(
        label=gettext_lazy("Until the end of (UTC)"), widget=forms.DateInput({"type": "date"})
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=REASON_LENGTH)

    def __init__(self, offer: "Offer", data: Any = None) -> None:
        kind = offer.kind
        super().__init__(data, prefix=None, auto_id=f"{kind}-%s", initial={"kind": kind})
        for name in set(self.fields) - {"kind", *offer.asks}:
            del self.fields[name]


@dataclass(frozen=True)
class Offer:
    """An action offered for a row: its title, the fields it asks for, and the function called."""

    kind: str
    title: Promise
    do: Callable[[Moderator, Any, Data], None]
    asks: tuple[str, ...] = ("reason",)


def end_of(day: date) -> datetime:
    """The last moment of a day, in UTC."""
    return datetime.combine(day, time.max, tzinfo=UTC)


class ModeratedAdmin(ReadOnly):
    """A page that offers moderation actions on its row."""

    offers: ClassVar[tuple[Offer, ...]] = ()

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_action"
        view = self.admin_site.admin_view(require_POST(self.action_view))
        # The address is older than the name: pages that are open during an upgrade post to it.
        return [path("<path:object_id>/deed/", view, name=name), *super().get_urls()]

    def action_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Run the action a form asks for; a refusal is shown on the page and changes nothing."""
        if not may(request, "moderate"):
            raise PermissionDenied
        row = self.row(request, object_id)
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return, attr-defined]
        try:
            self._do(request, row)
        except Refused as refusal:
            messages.error(request, str(refusal))
            response = self.page(request, row, {})
            response.status_code = refusal.status
            return response
        messages.success(request, _("Done and logged."))
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", row.pk)

    def _do(self, request: HttpRequest, row: Any) -> None:
        kind = request.POST.get("kind", "")
        offer = next((each for each in self.offers if each.kind == kind), None)
        if offer is None:
            raise BadInput(reason=_("There is no such action."))
        form = ActionForm(offer, request.POST)
        if not form.is_valid():
            errors = (
                f"{form[name].label}: {' '.join(map(str, e))}" for name, e in form.errors.items()
            )
            raise BadInput(reason=" ".join(errors))
        offer.do(moderator_in(request), row, form.cleaned_data)

    def page(self, request: HttpRequest, row: Any, more: dict[str, Any]) -> HttpResponse:
        offers = self.offers_for(row) if may(request, "moderate") else ()
        forms = [(offer, ActionForm(offer)) for offer in offers]
        return super().page(request, row, {"actions": forms, **more})

    def offers_for(self, row: Any) -> tuple[Offer, ...]:
        """The actions that are possible for this row."""
        return self.offers
