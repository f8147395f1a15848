"""What is said to somebody who makes a move of another kind than the one that is owed."""

from collections.abc import Mapping
from types import MappingProxyType

from games.fooblitzky.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    Indoors,
    Offered,
    Pawning,
    Phase,
    Phoning,
    Shopping,
    Walking,
)

_OWED: Mapping[type[Phase], str] = MappingProxyType(
    {
        Choosing: "First everybody chooses an item, such as “choose pig” (rule 1).",
        Walking: "Say where you walk: a square such as “walk B7”, “enter UL drug” or “bump b” (rule 8).",
        Bumping: "Pick up one of the items on the ground (rule 13).",
        AtKerb: "You stand before an X: cross, or stay (rule 16).",
        Indoors: "Say whether you stay or leave (rule 7).",
        Shopping: "Try to buy one of the three items (rule 17).",
        Phoning: "Call a store, such as “call LR toys” (rule 20).",
        Pawning: "Buy something here, or sell something (rule 23).",
        AtCharity: "Give everything, or keep it (rule 24).",
        AtLocker: "Put something in, or take out what is there (rule 25).",
        Offered: "Try to buy one of the three items (rule 31).",
    }
)


def what_is_owed(phase: Phase) -> str:
    """The move that this phase waits for, with the rule that says so."""
    return _OWED.get(type(phase), "Chance has to draw first.")
