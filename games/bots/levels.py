"""The four levels, from someone who has just learnt the rules to someone hard to beat."""

from games.bots import beliefs
from games.bots.appraisal import TUNED, Temper
from games.bots.heuristic import Heuristic
from games.bots.search import Search

UNTUNED = Temper(2.0, 2.0, 2.0, 0.5, 0.4, 0.5, 0.3, 1.0, 1.0, 0.3)

novice = Heuristic(UNTUNED, beliefs.blank)
regular = Heuristic(TUNED, beliefs.rough)
expert = Search(lots=2_000)
master = Search(lots=24_000)
