"""Templates to HTML: by Jinja2 the table on every move, and what everybody gets when a game ends.

The templates of the table are compiled once for each language, with their translated texts as
constants: looking the texts up at each rendering took a third of its time. Finding a template,
giving it its values and escaping them took half of what was left; `_template`, `render_anew` and
`escaped` do that with less. Neither engine sends the indentation of its templates.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, cast

from django.template import Origin, engines
from django.template.backends.jinja2 import Jinja2
from django.template.loaders.filesystem import Loader
from django.templatetags.static import static
from django.utils.translation import gettext as _
from jinja2 import Environment, Template, nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.runtime import Context
from jinja2.visitor import NodeTransformer
from markupsafe import escape

Parts = dict[str, str]
# So many values of one kind of part are remembered, enough for what some hundred tables show. With
# five times as many a move was not quicker, and a process grew for hours by 90 MB.
MOST_PARTS = 4_000
BETWEEN_TAGS = re.compile(r"(?:(?<=>)|\A)\s*\n\s*(?=<|\Z)|\s*\n\s*(?=/?>)")
ELSEWHERE = re.compile(r"\s*\n\s*")
INDENTATION = re.compile(r"\n[ ]+")
HTML_TAG = re.compile(r"<[a-z][^<>]*>")
AFTER_IF = re.compile(r"(\{% (?:if|elif|else)\b[^%]*%\})\s*\n\s*")
BEFORE_END = re.compile(r"\s*\n\s*(?=\{% (?:elif|else|endif)\b|/?>)")
AFTER_LOAD = re.compile(r"\A(\{% load .*%\})\n")
SPECIAL = re.compile("[&<>'\"]")


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


class Translated(NodeTransformer):
    """Replaces `_("text")` by the text in the active language."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja2 names it so
        """The call, or the constant that it returns."""
        self.generic_visit(node)
        match node:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(text))]):
                return nodes.Const(_(text), lineno=node.lineno)
        return node


class TableEnvironment(Environment):
    """Compiles templates for the language that is active when they are first used."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        return cast("nodes.Template", Translated().visit(tree))


def environment(**options: Any) -> Environment:
    """The Jinja2 environment of the engine "table" in settings.TEMPLATES."""
    return TableEnvironment(extensions=[Unindented], **options)


@lru_cache
def _environment(language: str | None) -> Environment:  # noqa: ARG001 - it is the active one
    made = cast("Jinja2", engines["table"]).env.overlay()
    made.globals = {"art": static("img/art.svg")}
    return made


@cache
def _template(name: str, language: str | None) -> Template:
    """The compiled template, which escapes by `escaped`."""
    found = _environment(language).get_template(f"{name}.html")
    root: Any = found.root_render_func
    root.__globals__["escape"] = escaped
    return found


def escaped(value: object) -> str:
    """`value` as HTML, as `markupsafe.escape` makes it; most values are plain and stay as they are.

    What comes back is only joined, so it needs no mark of being safe.
    """
    return value if type(value) is str and not SPECIAL.search(value) else escape(value)


def render_anew(template: str, language: str | None, **context: object) -> str:
    """The HTML of a part in the active language, which is `language`; it is not remembered."""
    found = _template(template, language)
    # As `found.render` does, without what only templates that export names need.
    names = {**found.environment.globals, **context}
    made = Context(found.environment, names, found.name, found.blocks)
    return "".join(found.root_render_func(made))


@lru_cache(maxsize=MOST_PARTS)
def render(template: str, language: str | None, **context: object) -> str:
    """The same, remembered, so every value in `context` has to be hashable."""
    return render_anew(template, language, **context)
