"""The longest and slowest records within the limits, made of a few moves that repeat."""

from collections.abc import Sequence
from itertools import chain, cycle, islice
from pathlib import Path

from games.engine.record import MOST_CHARACTERS, MOST_LINES

GAMES = Path(__file__).parent.parent / "games"

UNMOVED = """[Game "doublolo"]
[Option.first "red"]

* board A1 A7 B12 C2 C10 E1 E12 G10 H13 J2 K10 L13 N1 N12 O4 P8 Q2 R11 S5 S13 T8 U2 V10 W6 / E5 red / J5 white
"""


def undone(lines: int = MOST_LINES) -> str:
    """Doublolo: the same move is made and undone forever."""
    return _filled(UNMOVED.splitlines(), ["a I5", "a /undo"], lines)


def asked_back(lines: int = MOST_LINES) -> str:
    """Doublolo: a player asks again and again to undo a move, and nobody answers."""
    return _filled([*UNMOVED.splitlines(), "a I5"], ["a /ask undo", "b /refuse"], lines)


def passed_out(*tags: str, lines: int = MOST_LINES) -> str:
    """Calabresella: nobody ever plays, and the same cards are dealt forever."""
    deals = [[_deal(), *_passes(dealer), "a next", "b next", "c next"] for dealer in range(3)]
    head = ['[Game "calabresella"]', '[Seats "3"]', *tags, "* dealer a"]
    return _filled(head, list(chain(*deals)), lines)


def discarded(lines: int = MOST_LINES) -> str:
    """Foozle: each takes the card that the other just discarded; after six turns everything is as it was."""
    card = (GAMES / "foozle/records/perft.txt").read_text(encoding="utf-8")
    three, turns = ["0Fa", "8Zu", "5La"], []
    for turn in range(6):
        seat, taken, given = "ba"[turn % 2], three[turn % 3], three[(turn + 1) % 3]
        turns += [f"{seat} take {taken}", f"{seat} discard {given}"]
    return _filled(['[Game "foozle"]', "* dealer a", _first(card, "* deal ")], turns, lines)


def chosen_again(lines: int = MOST_LINES) -> str:
    """Fooblitzky: a player keeps changing their secret choice."""
    return _filled(['[Game "fooblitzky"]', '[Seats "4"]'], ["a choose pig", "a choose saw"], lines)


def blank() -> str:
    """Lines as long as allowed, almost entirely spaces."""
    return _filled(['[Game "doublolo"]'], ["a x" + " " * (MOST_CHARACTERS - 4) + "y"], 1_900)


def checked() -> str:
    """A rule card with only checks."""
    return _filled(['[Game "doublolo"]'], ["> x", "! a E5  # not yet"], MOST_LINES)


def _deal() -> str:
    return _first((GAMES / "calabresella/records/rule-07-the-second-round.txt").read_text("utf-8"), "* deal ")


def _passes(dealer: int) -> list[str]:
    return [f"{'abc'[(dealer + 2 + number) % 3]} pass" for number in range(6)]


def _filled(head: Sequence[str], ring: Sequence[str], lines: int) -> str:
    return "\n".join(islice(chain(head, cycle(ring)), lines)) + "\n"


def _first(text: str, beginning: str) -> str:
    return next(row for row in text.splitlines() if row.startswith(beginning))
