"""The tag `{% part "name" a=… %}`: a template of Jinja2 within one of Django, by name.

Lists and charts of many rows cost a third so. The part knows only what it is given.
"""

from django.template import Library
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.screens.rendering import render_anew

register = Library()


@register.simple_tag
def part(name: str, **given: object) -> SafeString:
    """The HTML of the part in the reader's language."""
    return SafeString(render_anew(name, get_language(), **given))
