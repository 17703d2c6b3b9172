"""Jinja2 for the parts of the table, which are rendered on every move."""

from functools import lru_cache

from django.conf import settings
from django.templatetags.static import static
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from jinja2 import Environment, FileSystemLoader

Parts = dict[str, str]
JINJA = Environment(
    loader=FileSystemLoader(settings.BASE_DIR / "templates" / "table"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=settings.DEBUG,
)
JINJA.globals["_"] = _
JINJA.globals["art"] = SimpleLazyObject(lambda: static("img/art.svg"))


@lru_cache(maxsize=20_000)
def render(template: str, language: str | None, **context: object) -> str:  # noqa: ARG001
    """A part's HTML; the same values give the same string from memory."""
    return JINJA.get_template(f"{template}.html").render(context)
