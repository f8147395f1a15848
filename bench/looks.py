"""How much computers look at for a move: what limits them is such a number, and it's the same on any machine.

Something else counts in each game. The games needn't count for it: meanwhile the functions that they look
with are wrapped.

- Doublolo: stones placed while looking ahead, and FourSide: positions looked at, or places if it doesn't.
- Calabresella: deals played on to the end; the rules of thumb that the lower levels go by count as none.
- Foozle: hands judged, or moves weighed at the levels that lay at once.
- Fooblitzky: moves judged, or goods at the levels that don't judge moves.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib import import_module
from typing import Any
from unittest.mock import patch

WITH: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "calabresella": {"games.calabresella.computers.thinking": ("playouts",)},
    "doublolo": {
        "games.doublolo.computers.search": ("flips",),
        "games.doublolo.computers.computer": ("flips",),
    },
    "fooblitzky": {
        "games.fooblitzky.computers.outings": ("Outings._worth",),
        "games.fooblitzky.computers.sleuth": ("_worth",),
        "games.fooblitzky.computers.shopper": ("_likely",),
    },
    "foozle": {
        "games.foozle.computers.cunning": ("Turn.worth",),
        "games.foozle.computers.computer": ("Judge.worth",),
        "games.foozle.computers.at_once": ("_laid", "kind"),
    },
    "fourside": {
        "games.fourside.computers.ahead": ("Ahead.worth",),
        "games.fourside.computers.outlook": ("_gain",),
    },
}
"""By game and module, the functions of which each call is a look; `playouts` takes many deals at once."""


class Looks:
    """How many there have been."""

    def __init__(self) -> None:
        self.count = 0


@contextmanager
def looks(game: str) -> Iterator[Looks]:
    """Counts the looks of this game's computers in this process until it's left."""
    counted = Looks()
    with ExitStack() as stack:
        for module, names in WITH[game].items():
            for name in names:
                *outer, last = name.split(".")
                owner: Any = import_module(module)
                for part in outer:
                    owner = getattr(owner, part)
                stack.enter_context(patch.object(owner, last, _counting(getattr(owner, last), counted)))
        yield counted


def _counting(function: Callable[..., Any], counted: Looks) -> Callable[..., Any]:
    many = function.__name__ == "playouts"

    @wraps(function)
    def look(*given: Any, **named: Any) -> Any:
        counted.count += len(given[0]) if many else 1
        return function(*given, **named)

    return look
