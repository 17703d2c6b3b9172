"""The texts in the rulebook's structure of blocks."""

from dataclasses import fields, is_dataclass


def strings(value):
    """Every text in a structure of blocks."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from strings(each)
    elif is_dataclass(value):
        for field in fields(value):
            yield from strings(getattr(value, field.name))
