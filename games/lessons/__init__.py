"""“Learn by playing”: one fixed deal with scripted opponents, explained step by step.

`script` has the deal and the actions, `coach` the words, `steps` what the learner's actions are
answered with, `table` what the page shows. Nothing is stored: the number of the step is all there
is to know of a lesson.
May import: bots, engine, screens, text. Called by views.
"""
