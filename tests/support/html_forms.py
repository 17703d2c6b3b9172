"""The forms of a piece of HTML, and what a browser without scripts would send for each."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

TOKEN = "csrfmiddlewaretoken"
FILLED = {"number": "1", "text": "x", "": "x"}


@dataclass
class HtmlForm:
    """A form: where it is sent, and its fields, filled in where they are empty."""

    id: str
    method: str
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    is_pressed: bool = False


class Forms(HTMLParser):
    """Collects every form; a field may name its form by `form="…"` from anywhere."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[HtmlForm] = []
        self.inside: HtmlForm | None = None
        self.elsewhere: list[tuple[str, dict[str, str]]] = []
        self.choosing = ""
        self.feed(html)
        for id, facts in self.elsewhere:
            for form in self.forms:
                if form.id == id:
                    self._add(form, "input", facts)

    def handle_starttag(self, tag, attrs):
        facts = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = facts.get("method", "get").lower()
            self.inside = HtmlForm(facts.get("id", ""), method, facts.get("action", ""))
            self.forms.append(self.inside)
        elif facts.get("form"):
            self.elsewhere.append((facts["form"], facts))
        elif self.inside is not None:
            self._add(self.inside, tag, facts)

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None

    def _add(self, form, tag, facts):
        name = facts.get("name", "")
        if tag == "select":
            self.choosing = name
        elif tag == "option" and ("selected" in facts or self.choosing not in form.fields):
            form.fields[self.choosing] = facts.get("value", "")
        elif tag == "button" and facts.get("type") != "button" and not form.is_pressed:
            form.is_pressed = True
            form.fields |= {name: facts.get("value", "")} if name else {}
        elif tag == "input" and name and facts.get("type") not in {"checkbox", "radio"}:
            form.fields[name] = facts.get("value") or FILLED.get(facts.get("type", ""), "")


def forms_to_post(html: str) -> list[HtmlForm]:
    """Every form in the HTML that is sent by POST to an address of its own and has a button."""
    found = Forms(html).forms
    return [form for form in found if form.method == "post" and form.action and form.is_pressed]
