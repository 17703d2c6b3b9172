"""Management commands called in this process, and records as the lines they read."""

import io

from django.core.management import call_command

from games.engine.record import to_line


def run(*arguments):
    """Exit code, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return stop.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def lines(*records):
    return "".join(to_line(record) + "\n" for record in records)
