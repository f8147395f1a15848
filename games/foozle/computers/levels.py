"""The levels of Foozle's computers, from weakest to strongest."""

from games.foozle.computers import foresight
from games.foozle.computers.at_once import hasty, jackdaw
from games.foozle.computers.computer import nimble, thrifty
from games.game import Level

LEVELS = (
    Level("jackdaw", "Beginner", "Sees sets and suits, but no runs.", jackdaw, was=("magpie",)),
    Level("hasty", "Easy", "Lays down everything it can.", hasty, was=("greedy",)),
    Level("thrifty", "Medium", "Saves groups, throws away pairs.", thrifty),
    Level("nimble", "Hard", "Keeps pairs, overlooks old cards.", nimble, was=("brisk", "steady")),
    Level("prescient", "Expert", "Weighs this turn, and the next.", foresight.prescient, was=("cunning",)),
)
