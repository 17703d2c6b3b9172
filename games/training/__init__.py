"""Training: makes the numbers that bots play by, so that anybody can make them again.

`self_play` deals games to be learnt from, `net` fits the neural network to them (with numpy, which
nothing at run time needs), `tuning` searches the weights of an appraisal, `origin` writes down what
made a file. May import: bots, engine. Called by management.
"""
