"""What has been seen since a move that its player would like to undo.

What somebody has seen can't be made unseen. So a player is free to undo their last move only as long as
nobody else has acted and nobody has learned anything by it. That follows from the lines, in every game.
"""

from dataclasses import dataclass
from itertools import takewhile

from games.core import CHANCE, IllegalMove, Seat
from games.record import Line
from games.table import AnyTable


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a move: what everyone heard of it, and what stands against just undoing it.

    `acted` are the seats of other players that have moved since, in order. `drawn` is whether chance has
    drawn since, and `shown` whether something was shown that not everybody knew.
    """

    told: str
    acted: tuple[Seat, ...]
    drawn: bool
    shown: bool

    @property
    def is_free(self) -> bool:
        """Whether nobody has to agree: nobody else acted, and nobody learned anything."""
        return not (self.acted or self.drawn or self.shown)


def seen(table: AnyTable, seat: Seat) -> Seen:
    """What has been seen since the last move of this seat. Raises IllegalMove if it can't be undone.

    Lines that were undone meanwhile count: they were seen. While several players choose at once, nothing can
    be undone, since a secret choice would go with it; each can change their own.
    """
    ply = table.plies[table.takeback(seat)]
    turn = table.turn
    if turn.may or len(turn.owes) > 1:
        raise IllegalMove(
            "You can't undo a move while several players are choosing. "
            "You can still change your own choice until the last one is in."
        )
    own = table.of_same_player(seat)
    since = [line for line in table.lines[ply.at :] if not line.is_talk]
    new = list(takewhile(lambda told: told[0] > ply.at, reversed(table.log)))
    first = [event.text for number, event in reversed(new) if number == ply.at + 1 and event.text]
    # What a checkpoint left out may have been a secret.
    told_secrets = ply.at < table.told_since or any(event.secret for _, event in new)
    return Seen(
        told=" ".join(first),
        acted=tuple(sorted({line.who for line in since} - {CHANCE, *own})),
        drawn=any(line.who == CHANCE for line in since),
        shown=told_secrets or not all(_is_plain(table, line) for line in since if line.who in own),
    )


def _is_plain(table: AnyTable, line: Line) -> bool:
    """Whether a line of a player shows nothing that a hand held."""
    game = table.game
    return not game.about.hands or (game.plain is not None and game.plain(game.read(line.text)))
