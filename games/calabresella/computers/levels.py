"""The levels of Calabresella's computers, from weakest to strongest."""

from games.calabresella.computers.computer import eager, habitual, lavish, measured, thoughtful
from games.calabresella.computers.thinking import Mind
from games.game import Level

LEVELS = (
    Level("eager", "Beginner", "Shows off its highest cards.", habitual(eager), was=("meek", "timid")),
    Level("lavish", "Easy", "Throws its kings away.", habitual(lavish), was=("hesitant", "shy")),
    Level(
        "measured",
        "Medium",
        "Remembers six tricks, helps its partner.",
        habitual(measured),
        was=("mindful", "rules"),
    ),
    Level(
        "pensive", "Hard", "Imagines 8 ways cards may lie.", thoughtful(Mind(8)), was=("musing", "sampled")
    ),
    Level(
        "composed",
        "Expert",
        "Imagines 300, plays for the match.",
        thoughtful(Mind(300, aims=True)),
        was=("patient", "canny", "astute", "shrewd", "keen"),
    ),
)
"""Those who think sample so many deals that each wins about as often against the one below. Found with the
ladder; BUILDING.md has what other numbers won."""
