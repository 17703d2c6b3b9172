"""Templates to HTML: the parts of the table by Jinja2, which are rendered on every move.

Django's Jinja2 backend adds less than 1 µs to the 8–18 µs of a part that is not remembered.
Neither engine sends the indentation of its templates.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from django.template import Origin, engines
from django.template.loaders.filesystem import Loader
from django.templatetags.static import static
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from jinja2 import Environment
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

Parts = dict[str, str]
BETWEEN_TAGS = re.compile(r"(?:(?<=>)|\A)\s*\n\s*(?=<|\Z)|\s*\n\s*(?=/?>)")
ELSEWHERE = re.compile(r"\s*\n\s*")
INDENTATION = re.compile(r"\n[ ]+")
HTML_TAG = re.compile(r"<[a-z][^<>]*>")
AFTER_IF = re.compile(r"(\{% (?:if|elif|else)\b[^%]*%\})\s*\n\s*")
BEFORE_END = re.compile(r"\s*\n\s*(?=\{% (?:elif|else|endif)\b|/?>)")
AFTER_LOAD = re.compile(r"\A(\{% load .*%\})\n")


class UnindentedLoader(Loader):
    """Django's templates without their indentation.

    A line break within an HTML tag becomes a space. Between tags it stays: there it may be seen.
    """

    def get_contents(self, origin: Origin) -> str:
        """The template's source; raises TemplateDoesNotExist."""
        source = INDENTATION.sub("\n", super().get_contents(origin))
        return HTML_TAG.sub(_on_one_line, AFTER_LOAD.sub(r"\1", source))


def _on_one_line(tag: re.Match[str]) -> str:
    return ELSEWHERE.sub(" ", BEFORE_END.sub("", AFTER_IF.sub(r"\1", tag[0])))


class Unindented(Extension):
    """Leaves line breaks and indentation of the templates out of what is sent.

    Nothing remains of a line break between two tags (of HTML or of Jinja2), one space elsewhere.
    A space that is wanted between two tags is written `{{ " " }}`.
    """

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The template's tokens, its text without line breaks."""
        for token in stream:
            is_text = token.type == "data"
            yield Token(token.lineno, "data", unindented(token.value)) if is_text else token


def unindented(text: str) -> str:
    return ELSEWHERE.sub(" ", BETWEEN_TAGS.sub("", text))


def environment(**options: Any) -> Environment:
    """The Jinja2 environment of the engine "table" in settings.TEMPLATES."""
    made = Environment(extensions=[Unindented], **options)  # noqa: S701 - Django sets autoescape
    made.globals["_"] = _
    made.globals["art"] = SimpleLazyObject(lambda: static("img/art.svg"))
    return made


def render_anew(template: str, **context: object) -> str:
    """A part's HTML, which is not remembered."""
    return str(engines["table"].get_template(f"{template}.html").render(context))


@lru_cache(maxsize=20_000)
def render(template: str, language: str | None, **context: object) -> str:  # noqa: ARG001
    """The HTML of a part; cached, so every value in `context` has to be hashable."""
    return render_anew(template, **context)
