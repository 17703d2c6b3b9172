"""A finished game looked at again: what each decision cost, on what its seat could know.

Standard library, engine and bots only: this is what runs in a process of its own.
"""
