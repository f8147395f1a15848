"""What docs/verify.py says of a record.

It stands alone because that file doesn't: people take it with them, so it isn't in any package and imports
nothing of ours. The command `verify` and the button *Check* use it as it is, and so say what it says.
"""

from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any, NamedTuple

_DOCS = Path(__file__).parents[1] / "docs"
_COMMAND = _DOCS / "verify.py"


class Verdict(NamedTuple):
    """What was checked or what's wrong, in sentences, and the exit status of the command.

    That's 0 if chance was fair, 1 if something differs, and 2 if there's nothing to check.
    """

    status: int
    text: str


def verdict(text: str) -> Verdict:
    """What's to be said of the record that this text spells. It may take a second, so not in the loop."""
    parts = _verifier()
    try:
        return Verdict(0, parts["verify"](text))
    except parts["Differs"] as difference:
        return Verdict(1, str(difference))
    except parts["CannotRead"] as problem:
        return Verdict(2, str(problem))


@cache
def command() -> bytes:
    """The file for Python."""
    return _COMMAND.read_bytes()


@cache
def page() -> bytes:
    """The file for a browser, which says the same."""
    return (_DOCS / "verify.html").read_bytes()


@cache
def _verifier() -> dict[str, Any]:
    return run_path(str(_COMMAND))
