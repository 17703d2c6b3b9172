"""The four levels, from weak to strong.

`novice` has untuned weights, much noise and no memory; the others play what a neural net has
learnt, remember all and read the table: the `master` what it finds best, the `expert` and the
`regular` often something else that it finds nearly as good.
"""

from games.bots import beliefs
from games.bots.appraisal import Temper
from games.bots.heuristic import Heuristic
from games.bots.policy import Policy

LevelBot = Heuristic | Policy

FIRST_GUESS = Temper(2.0, 2.0, 2.0, 0.5, 0.4, 0.5, 0.3, 1.0, 1.0, 0.3)

LEVELS: dict[str, LevelBot] = {
    "novice": Heuristic(FIRST_GUESS, beliefs.blank),
    "regular": Policy(heat=3.0),
    "expert": Policy(heat=1.5),
    "master": Policy(),
}
SECONDS = 0.03
"""What the slowest decision takes on one core, about."""
