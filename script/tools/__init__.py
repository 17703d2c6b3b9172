"""Programs for developers that are no tests: load, soaks and pictures of every screen.

They build on `tests/support`; script/bench, script/soak and script/gallery start them, with
PYTHONPATH=. from the repository's root. Short forms of some run as tests.
"""
