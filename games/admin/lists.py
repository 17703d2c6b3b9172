"""Admin lists whose queries stay fast with many rows."""

from calendar import monthrange
from datetime import UTC, date
from functools import cached_property
from typing import Any

from django.contrib.admin.filters import FacetsMixin
from django.contrib.admin.views.main import ChangeList
from django.core.paginator import Page, Paginator
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.admin.rows import results_of

MOST = 10_000


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts rows up to a limit only; older rows are found by date."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[: MOST + 1].count())

    @property
    def is_capped(self) -> bool:
        return self.count > MOST

    def page(self, number: Any) -> Page:  # type: ignore[type-arg]
        """Select the ids of a page first, then load these rows; skipped rows are not joined."""
        number = self.validate_number(number)
        rows: Any = self.object_list
        start = (number - 1) * self.per_page
        keys = rows.values_list("pk", flat=True)[start : start + self.per_page]
        return Page(rows.filter(pk__in=list(keys)), number, self)


class Together(FacetsMixin):
    """A filter whose counts are computed in one query with those of the others."""

    used_parameters: dict[str, Any]

    def get_facet_queryset(self, changelist: Any) -> dict[str, int]:
        facets = changelist.facets  # now: asking Django makes the list's filters anew
        return facets[self] if self in facets else super().get_facet_queryset(changelist)


class List(ChangeList):
    """A list whose date navigation is made from its first and last row, not from all."""

    @cached_property
    def facets(self) -> dict[Together, dict[str, int]]:
        """The counts of all unused filters, from one query."""
        rows = self.queryset.order_by()
        wanted = {
            (spec, name): count
            for spec in self.filter_specs
            if isinstance(spec, Together) and not spec.used_parameters
            for name, count in spec.get_facet_counts(self.pk_attname, rows).items()
        }
        counted = rows.aggregate(**{f"c{n}": count for n, count in enumerate(wanted.values())})
        facets: dict[Together, dict[str, int]] = {spec: {} for spec, _name in wanted}
        for (spec, name), count in zip(wanted, counted.values(), strict=True):
            facets[spec][name] = count
        return facets

    @cached_property
    def shown(self) -> dict[str, Any]:
        """The heads and rows, for Django's template."""
        return results_of(self)

    @property
    def calendar(self) -> dict[str, Any]:
        """Years, months of a year or days of a month with links, for Django's template."""
        year, month, day = (self._part(name) for name in ("year", "month", "day"))
        if not year:
            return self._years()
        if not month:
            months = [(self._link(year, number), date(year, number, 1)) for number in range(1, 13)]
            choices = [_choice(link, first, "YEAR_MONTH_FORMAT") for link, first in months]
            return {"show": True, "back": _choice(self._link(), _("All dates")), "choices": choices}
        back = _choice(self._link(year), str(year))
        if day:
            back = _choice(self._link(year, month), date(year, month, 1), "YEAR_MONTH_FORMAT")
            choices = [_choice("", date(year, month, day), "MONTH_DAY_FORMAT")]
            return {"show": True, "back": back, "choices": choices}
        choices = [
            _choice(self._link(year, month, number), date(year, month, number), "MONTH_DAY_FORMAT")
            for number in range(1, monthrange(year, month)[1] + 1)
        ]
        return {"show": True, "back": back, "choices": choices}

    def _years(self) -> dict[str, Any]:
        rows = self.root_queryset.model._default_manager.values_list(self.date_hierarchy, flat=True)
        ends = [rows.order_by("pk").first(), rows.order_by("-pk").first()]
        years = sorted(moment.astimezone(UTC).year for moment in ends if moment)
        span = range(years[0], years[-1] + 1) if years else ()
        return {"show": True, "choices": [_choice(self._link(year), str(year)) for year in span]}

    def _part(self, name: str) -> int:
        """A part of the date in the address; bad values were refused before."""
        value = self.params.get(f"{self.date_hierarchy}__{name}", "")
        return int(value[-1] if isinstance(value, list) else value or 0)

    def _link(self, *parts: int) -> str:
        names = [f"{self.date_hierarchy}__{name}" for name in ("year", "month", "day")]
        chosen = dict(zip(names, parts, strict=False))
        return str(self.get_query_string(chosen, [f"{self.date_hierarchy}__"]))


def _choice(link: str, title: str | date, form: str = "") -> dict[str, str]:
    words = title if isinstance(title, str) else capfirst(date_format(title, form))
    return {"link": link, "title": words}
