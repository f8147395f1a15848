"""What docs/verify.py says of a record.

People take that file with them, so it isn't in any package and imports nothing of ours. The command `verify`
and the button *Check* use it as it is, and so say what it says.
"""

from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple

from games.core import CHANCE
from games.engine import registry
from games.engine.record import BadRecord, read
from games.engine.replay import BadHeader, replay

_DOCS = Path(__file__).parents[2] / "docs"
_COMMAND = _DOCS / "verify.py"
_MOST_REPLAYED = 5_000_000
"""Each undo plays all lines before it again. With more lines than that it would keep the bot busy."""
_BY_ITS_RULES = (
    "Chance was fair. I checked everything that was drawn, {count} times in all, by the rules of {title}. "
    "All of that follows from the secret seed and the clicks with which people sat down. The seed fits the "
    "fingerprint that everybody could see before the game: {commit}"
)
_TOO_MUCH_UNDONE = (
    "So much was undone in this game that checking it would keep me busy for too long. "
    "Check it with verify.py on your own computer."
)


class Verdict(NamedTuple):
    """What was checked or what's wrong, in sentences, and the exit status of the command.

    That's 0 if chance was fair, 1 if something differs, and 2 if there's nothing to check.
    """

    status: int
    text: str


def stands_alone(game: str) -> bool:
    """Whether the files know this game, so that anybody can check it without the bot."""
    return game in verifier()["GAMES"]


def verdict(text: str) -> Verdict:
    """What's to be said of the record that this text spells. It may take a second, so not in the loop.

    A game that the file doesn't know is checked by its own rules.
    """
    parts = verifier()
    if text.count("/undo") * text.count("\n") > _MOST_REPLAYED:
        return Verdict(2, _TOO_MUCH_UNDONE)
    try:
        return Verdict(0, parts["verify"](text))
    except parts["Differs"] as difference:
        return Verdict(1, str(difference))
    except parts["CannotRead"] as problem:
        return _by_its_rules(text) or Verdict(2, str(problem))


def _by_its_rules(text: str) -> Verdict | None:
    """The same of a game that only the bot knows; None if there's no such game, or no seed to check."""
    try:
        whole = read(text)
        game = registry.all_games().get(whole.header.game)
        if game is None or stands_alone(game.about.name) or not whole.header.seed or not whole.header.commit:
            return None
        faults = replay(game, whole).faults
    except (BadRecord, BadHeader):
        return None
    if faults:
        return Verdict(1, next((fault for fault in faults if "chance drew" in fault), faults[0]))
    count = sum(line.who == CHANCE and not line.is_talk for line in whole.lines)
    said = _BY_ITS_RULES.format(count=count, title=game.about.title, commit=whole.header.commit)
    return Verdict(0, said)


@cache
def command() -> bytes:
    """The file for Python."""
    return _COMMAND.read_bytes()


@cache
def page() -> bytes:
    """The file for a browser, which says the same."""
    return (_DOCS / "verify.html").read_bytes()


@cache
def verifier() -> dict[str, Any]:
    """All that the file for Python defines, by name."""
    return run_path(str(_COMMAND))
