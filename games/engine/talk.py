"""What players say to the table besides moves: undo, resign, agree or refuse; also how a game is stopped.

a /ask undo     asks the others to undo a's last move       b /agree, b /refuse     their answers
a /undo 12      undoes a's last move and all after it       a /resign, * /stop

`/undo` names the move: 12 is the twelfth line, of moves, draws and words together. What chance drew after it
comes back the same, and what was spent stays spent, such as hints. Older records say only `/undo`: there
chance drew again, and spent hints came back.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core import CHANCE, BadNotation, IllegalMove, Seat, mark
from games.engine.record import Line
from games.engine.resigned import is_left_to_one
from games.engine.seating import Holders, held_with
from games.kit.prose import quoted, together


class Word(StrEnum):
    """What can be said, as it stands in the record."""

    ASK = "/ask undo"
    AGREE = "/agree"
    REFUSE = "/refuse"
    UNDO = "/undo"
    RESIGN = "/resign"
    STOP = "/stop"

    @classmethod
    def said(cls, line: Line) -> "Word":
        """What this line says. Raises BadNotation, or IllegalMove if it isn't for this seat to say."""
        if _UNDO.fullmatch(line.text) and line.who != CHANCE:
            return cls.UNDO
        if line.text == cls.STOP and line.who != CHANCE:
            raise IllegalMove("You can't stop the game for everyone, but you can resign.")
        if line.text != cls.STOP and line.who == CHANCE:
            raise IllegalMove("Only the players at this table can say that.")
        try:
            return cls(line.text)
        except ValueError:
            said = quoted(line.text)
            raise BadNotation(f"{said} isn't something you can say to the table.") from None


_UNDO = re.compile(rf"{Word.UNDO}(?: ([1-9][0-9]{{0,8}}))?")


def undo(seat: Seat, number: int) -> Line:
    """The line that undoes this seat's move with this number."""
    return Line(seat, f"{Word.UNDO} {number}")


def is_undo(line: Line) -> bool:
    """Whether this line undoes a move."""
    return _UNDO.fullmatch(line.text) is not None


def undone_number(line: Line) -> int | None:
    """The number of the move that an undo names; None in a record from before they did."""
    found = _UNDO.fullmatch(line.text)
    return int(found[1]) if found and found[1] else None


@dataclass(frozen=True, slots=True)
class Ask:
    """An open request to undo a move: whose it is, and who has agreed so far."""

    by: Seat
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Talk:
    """What has been said at a table and still counts. A value: `after` returns the next one.

    `resigned` is in the order they resigned, with the seats of one player next to each other.
    """

    ask: Ask | None = None
    resigned: tuple[Seat, ...] = ()
    stopped: bool = False

    def is_broken_off(self, holders: Holders) -> bool:
        """Whether nobody can go on: the game was stopped, or all players but one have resigned."""
        return self.stopped or (bool(self.resigned) and is_left_to_one(holders, self.resigned))

    def settled(self) -> "Talk":
        """After a move or an undo: the open request is dropped."""
        return replace(self, ask=None) if self.ask else self

    def after(self, who: Seat, word: Word, undone: str, holders: Holders) -> tuple["Talk", str]:
        """What counts after this word, and what everyone hears, which may be empty.

        `undone` names the move that an undo takes back. Raises IllegalMove with a sentence for the player.
        """
        match word:
            case Word.STOP:
                return replace(self, ask=None, stopped=True), "The game was stopped."
            case Word.UNDO:
                return self.settled(), f"{mark(who)} undoes {undone}."
            case Word.ASK:
                return replace(self, ask=Ask(who)), f"{mark(who)} asks to undo the last move."
            case Word.AGREE | Word.REFUSE:
                return self._answered(who, word, holders)
            case Word.RESIGN:
                return self._without(who, holders)

    def _answered(self, who: Seat, answer: Word, holders: Holders) -> tuple["Talk", str]:
        own = held_with(holders, who)
        if self.ask is None or (answer is Word.AGREE and self.ask.by in own):
            raise IllegalMove("There's nothing left to answer.")
        if answer is Word.AGREE:
            return replace(self, ask=replace(self.ask, agreed=self.ask.agreed.union(own))), ""
        return self.settled(), f"{mark(who)} would rather play on, so nothing is undone."

    def _without(self, who: Seat, holders: Holders) -> tuple["Talk", str]:
        if who in self.resigned:
            raise IllegalMove("You've already resigned.")
        own = held_with(holders, who)
        talk = replace(self, ask=None, resigned=(*self.resigned, *own))
        return talk, f"{together(own)} resign{'s' * (len(own) == 1)}."


NOTHING_SAID = Talk()
