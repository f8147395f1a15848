"""Tables of the two toy games, after given or random lines."""

from random import Random

from hypothesis import strategies as st

from games.core import CHANCE, Seat, Viewer
from games.engine.fold import play_on
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from games.game import AnyGame
from tests.laws.pebbles import PEBBLES
from tests.laws.play import random_move
from tests.laws.sealed import SEALED

A, B, C, D = map(Seat, range(4))
SEED = b"\2" * 32


def table(game: AnyGame, seats: int = 2, *texts: str, **options: str) -> AnyTable:
    """A table after lines such as `b 2 left`."""
    header = Header(game.about.name, "1", seats, tuple(options.items()), commit="sha256:00")
    return play(Table.new(game, header), *texts)


def play(at: AnyTable, *texts: str) -> AnyTable:
    """The table after these lines, none of which is refused."""
    folded = play_on(at, map(line, texts))
    assert folded.fault is None, folded.fault
    return folded.table


def line(text: str) -> Line:
    """A line as it is in a record."""
    return Line(Seat(CHANCE if text[0] == "*" else ord(text[0]) - ord("a")), text[2:])


def pebbles(*texts: str, seats: int = 2) -> AnyTable:
    return table(PEBBLES, seats, "* start a", *texts)


def sealed(*texts: str) -> AnyTable:
    return table(SEALED, 3, "* deal 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14", *texts)


def viewers(at: AnyTable) -> tuple[Viewer, ...]:
    return (*at.seats, None)


WORDS = [
    "/ask undo",
    "/agree",
    "/refuse",
    "/undo",
    "/resign",
    "/stop",
    "/nonsense",
    "1 left",
    "2 right",
    "deal",
    "3 4",
]


@st.composite
def tables(draw: st.DrawFn, game: AnyGame) -> list[AnyTable]:
    """Every table of a random game with allowed words in between; refused lines are left out."""
    rng = Random(draw(st.integers(0, 2**16)))
    every = [table(game, draw(st.sampled_from(game.about.seats)))]
    for _ in range(draw(st.integers(0, 40))):
        at = every[-1]
        if at.over:
            break
        who, move = random_move(game, at.state, rng)
        said = Line(Seat(rng.randrange(-1, len(at.seats) + 1)), rng.choice(WORDS))
        following = said if rng.random() < 0.3 else Line(who, game.write(move))
        every += [after for after in [play_on(at, (following,)).table] if after != at]
    return every


ANY_TABLES = tables(PEBBLES) | tables(SEALED)
