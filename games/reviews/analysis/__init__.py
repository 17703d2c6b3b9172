"""The analysis of a finished game: what each decision cost, given what its seat could know.

`report` cuts the work into tasks and joins their answers; `moments` has the positions to look at,
`decision_costs` simulates, `reasons` and `offers` explain. May import: bots, engine (no Django, as
tasks run in worker processes). Called by reviews and background.
"""
