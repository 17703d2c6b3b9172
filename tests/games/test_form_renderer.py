"""Form widgets are rendered by Jinja where Django has them for it."""

import pytest
from django import forms
from django.contrib.admin.widgets import AdminDateWidget
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.template.backends.jinja2 import Template
from django.test.html import parse_html

EVIL = '<b title="x">&'
WIDGETS = {
    "select": forms.Select(attrs={"id": EVIL}, choices=[("", EVIL), (EVIL, "chosen")]),
    "text": forms.TextInput(attrs={"maxlength": 12, "required": True}),
    "checkbox": forms.CheckboxInput(attrs={"class": "action-select", "aria-label": EVIL}),
    "admin's date": AdminDateWidget(),
}


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_is_what_django_makes_of_it(name):
    widget = WIDGETS[name]

    ours = widget.render("field", EVIL)

    assert EVIL not in ours
    assert parse_html(ours) == parse_html(widget.render("field", EVIL, renderer=DjangoTemplates()))


def test_a_select_is_made_by_jinja():
    template = get_default_renderer().get_template(forms.Select.template_name)

    assert isinstance(template, Template)
