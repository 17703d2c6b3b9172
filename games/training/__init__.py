"""Training: makes the numbers that bots play by, so that anybody can make them again.

`tables` plays many games at once in arrays (with numpy, which nothing at run time needs), `deals`
shuffles for them, and `training_table` seats `strangers` there, players of many minds. `lessons`
plays with the policy among those whom `seating` chooses, `ppo` teaches it, by `policy_net` and
`adam`; `scenes`, `habits` and `inputs` are what it sees. `tuning` searches the weights of an
appraisal, `origin` writes down what made a file. May import: bots, engine. Called by management.
"""
