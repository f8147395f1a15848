"""What has happened since a move that its player would like to undo.

Nobody can unsee what they've seen. So players can undo their last move without asking only while nobody else
has acted and nobody has learned anything from it. The lines tell, in every game.
"""

from dataclasses import dataclass
from itertools import takewhile

from games.core import CHANCE, IllegalMove, Seat
from games.engine.plies import is_plain
from games.engine.table import AnyTable


@dataclass(frozen=True, slots=True)
class Seen:
    """What has happened since a move: what everyone heard about it, and why others may have to agree.

    `number` is that of its line, from 1. `acted` are the seats of other players that have moved since,
    in order. `drawn` is whether chance has drawn since, and `shown` whether anything was shown that not
    everybody knew.
    """

    number: int
    announced: str
    acted: tuple[Seat, ...]
    drawn: bool
    shown: bool

    @property
    def is_free(self) -> bool:
        """Whether nobody has to agree, because nobody else acted and nobody learned anything."""
        return not (self.acted or self.drawn or self.shown)


def seen(table: AnyTable, seat: Seat) -> Seen:
    """What has happened since this seat's last move. Raises IllegalMove if it can't be undone.

    Lines that were undone in the meantime count too, because they were seen. While several players are
    choosing at once, nothing can be undone, since that would undo a secret choice too; each player can still
    change their own.
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
    new = list(takewhile(lambda one: one[0] > ply.at, reversed(table.log)))
    first = [event.text for number, event in reversed(new) if number == ply.number and event.text]
    # An event that the checkpoint left out may have been secret.
    told_secrets = ply.at < table.told_since or any(event.secret for _, event in new)
    return Seen(
        number=ply.number,
        announced=" ".join(first),
        acted=tuple(sorted({line.who for line in since} - {CHANCE, *own})),
        drawn=any(line.who == CHANCE for line in since),
        shown=told_secrets
        or not all(is_plain(table.game, table.game.read(line.text)) for line in since if line.who in own),
    )
