"""The four levels, from weak to strong.

`novice` has untuned weights, much noise and no memory; `regular` has tuned weights and a rough
memory, and saves among players who pay little; `expert` and `master` remember all and search. Both
play each action out to the end of the game, among players of the minds they read, and take care
not to become the poorest; the master with more playouts, and, once the others are known to spend,
only to the end of the lot, where a net evaluates the position (but never with ★ cards).
"""

from games.bots import beliefs
from games.bots.appraisal import TUNED, Temper
from games.bots.evaluation import known_or_tried
from games.bots.guarded import guarded
from games.bots.heuristic import Heuristic
from games.bots.search import Search

LevelBot = Heuristic | Search

FIRST_GUESS = Temper(2.0, 2.0, 2.0, 0.5, 0.4, 0.5, 0.3, 1.0, 1.0, 0.3)

LEVELS: dict[str, LevelBot] = {
    "novice": Heuristic(FIRST_GUESS, beliefs.blank),
    "regular": Heuristic(TUNED, beliefs.rough, reads=True),
    "expert": Search(lots=1_300, trial=guarded),
    "master": Search(lots=2_000, trial=known_or_tried),
}
SECONDS = {"expert": 0.06, "master": 0.3}
