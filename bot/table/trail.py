"""What somebody had after each of their own moves: the way to a score, by which two games are compared."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.core import Seat, Stopped
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.game import AnyGame


@dataclass(frozen=True, slots=True)
class Trail:
    """The score before the first own move and after every one, with what followed it; empty if unknown.

    `parts` is the score at the end of each part that was begun, in games that have parts (see `Look.part`),
    and `dealt` the cards somebody got in each.
    """

    moves: tuple[int, ...] = ()
    parts: tuple[int, ...] = ()
    dealt: tuple[tuple[str, ...], ...] = ()


def trail(
    game: AnyGame,
    header: Header,
    lines: Iterable[Line],
    own: Sequence[Seat],
    score: Callable[[AnyTable], int],
) -> Trail:
    """The way of somebody with these seats, up to where they gave up.

    Nothing of the `lines` was undone. Raises IllegalMove, BadNotation or ValueError if these rules can't
    replay them.
    """
    look = game.look()
    table: AnyTable = Table.new(game, header).unasked()
    moves, parts, dealt = [0], list[int](), list[tuple[str, ...]]()
    for line in lines:
        before, table = table, table.play(line)
        if table.stopped or set(own) & set(table.resigned):
            break
        if look.begins is not None and look.begins(before.state, table.state):
            parts.append(moves[-1])
            dealt.append(() if look.dealt is None else look.dealt(table.state, own[0]))
        if line.who in own and not line.is_talk:
            moves.append(0)
        moves[-1] = score(table)
        if parts:
            parts[-1] = moves[-1]
    return Trail(tuple(moves), tuple(parts), tuple(dealt))


def scores_of(table: AnyTable) -> Sequence[int]:
    """Everybody's scores, counted as at the end."""
    return table.game.scores(table.state if table.outcome is not None else Stopped(table.state))
