"""Small scenes, to test what all pictures have around their boards."""

from functools import cache

from PIL import ImageChops

from games.core import Caption, Seat
from games.kit.brush.header import Cell, height
from games.kit.brush.marks import NIGHT, WIDTH
from games.kit.brush.palette import Palette, Picture, colour
from games.kit.brush.scene import Scene, Spot, palette_of
from games.kit.brush.sheet import Sheet
from games.kit.faces import Face, Told

GROUND = colour("#371226")
BOARD = 60


@cache
def palette(players: int) -> Palette:
    """The palette of a scene, made once: that takes longer than the scene."""
    return palette_of(GROUND, players, [])


def scene(
    players: int,
    *,
    score: str = "40",
    moves: int | None = None,
    won: int | None = None,
    caption: Caption | None = None,
    spots: tuple[Spot, ...] = (),
) -> Scene:
    colours = palette(players)
    cells = [Cell(Seat(at), score, moves=at == moves, won=at == won) for at in range(players)]
    board = Sheet.of(colours, (WIDTH, BOARD), NIGHT)
    return Scene(board, colours, GROUND, cells, spots=spots, told=Told(caption))


def faces(called: list[str] | tuple[str, ...]) -> list[Face]:
    return [Face(name) for name in called]


def cell(players: int, at: int) -> tuple[int, int, int, int]:
    """The box of a player's cell."""
    rows = 1 if players <= 4 else 2
    across = (players + rows - 1) // rows
    high = height(players) // rows
    x, y = at % across, at // across
    return WIDTH * x // across, y * high, WIDTH * (x + 1) // across, (y + 1) * high


def changed(one: Picture, other: Picture) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()
