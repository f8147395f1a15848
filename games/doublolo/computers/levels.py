"""The levels of Doublolo's computers, from weakest to strongest."""

from games.doublolo.computers.computer import Thinker, greedy
from games.game import Level

SEER = Thinker(3000, 5000, has_learned=True)
"""The strongest."""

LEVELS = (
    Level("greedy", "Beginner", "Flips as many stones as it can.", greedy),
    Level("easy", "Easy", "Knows what corners are worth.", Thinker()),
    Level(
        "daydreamer",
        "Medium",
        "Sometimes forgets that you move.",
        Thinker(300, 300, remembers=0.85),
        was=("medium",),
    ),
    Level(
        "schooled",
        "Hard",
        "Has learned from a lot of games.",
        Thinker(400, 1000, has_learned=True),
        was=("hard",),
    ),
    Level("seer", "Expert", "Looks four ahead and sees the end.", SEER, was=("expert",)),
)
"""The numbers are choices by hand, so that levels are far enough apart and moves quick enough: BUILDING.md
has what else was tried."""
