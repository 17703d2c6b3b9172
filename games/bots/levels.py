"""The four levels, from someone who has just learnt the rules to someone hard to beat.

`novice` has plain weights, a loose hand, and forgets what others pay; `regular` judges well and
remembers roughly; `expert` and `master` remember all and think ahead: the expert plays each choice
on to the end of the game, the master to the end of the lot, and knows what a table is worth;
with ★ cards on the table it plays to the end as well, much more often.
"""

from games.bots import beliefs
from games.bots.appraisal import TUNED, Temper
from games.bots.heuristic import Heuristic
from games.bots.judging import known_or_tried
from games.bots.search import Search

Player = Heuristic | Search

FIRST_GUESS = Temper(2.0, 2.0, 2.0, 0.5, 0.4, 0.5, 0.3, 1.0, 1.0, 0.3)

LEVELS: dict[str, Player] = {
    "novice": Heuristic(FIRST_GUESS, beliefs.blank),
    "regular": Heuristic(TUNED, beliefs.rough),
    "expert": Search(lots=1_300),
    "master": Search(lots=2_000, trial=known_or_tried),
}
SECONDS = {"expert": 0.06, "master": 0.3}
