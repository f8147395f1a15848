"""The levels of FourSide's computers, from weakest to strongest."""

from games.fourside.computers.ahead import four_ahead
from games.fourside.computers.computer import Care, careful
from games.fourside.computers.outlook import outlook
from games.game import Level

UNWARY, RISING, WAKEFUL = Care(near=0.4, turned=0.1), Care(near=0.85, turned=0.7), Care(0.95, 0.9, reply=0.6)
"""The lower levels on an empty board: choices by hand, so that each wins about as often against the one
before, and finds the place with the most points more often, the fuller the board is. `python -m bench.levels
fourside` prints how often."""

LEVELS = (
    Level(
        "unwary",
        "Beginner",
        "Looks further as the board fills.",
        careful(UNWARY),
        was=("nearby", "beginner"),
    ),
    Level(
        "rising",
        "Easy",
        "Grabs the most points it notices.",
        careful(RISING),
        was=("grabber", "intermediate"),
    ),
    Level("wakeful", "Medium", "Sometimes forgets that you reply.", careful(WAKEFUL), was=("wary",)),
    Level("expert", "Hard", "Never forgets your best reply.", outlook),
    Level("farsighted", "Expert", "Plans four tiles ahead.", four_ahead),
)
