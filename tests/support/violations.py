"""Every kind of rule violation there is."""

from games.engine.violations import RuleViolation


def every_violation(of=RuleViolation):
    for violation in of.__subclasses__():
        yield violation
        yield from every_violation(violation)
