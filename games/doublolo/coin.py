"""The question before the first move: heads or tails, and then the call."""

from math import cos, pi, sin

from games.doublolo.position import RED, Face
from games.doublolo.tiles import CELL, FIELD, INKS, OPEN_FILL, PAGE
from games.kit.brush.easel import Box, Easel, Point
from games.kit.brush.lettering import write
from games.kit.brush.marks import ACCENT, PAPER, TEXT, choice
from games.kit.brush.palette import Picture, colour, mix

COLUMNS, ROWS = 12, 6
"""How many squares of the board the panel covers."""

WIDE, HIGH = COLUMNS * CELL, ROWS * CELL
_TITLE = 40
_COIN = 47
_RIM, _LIGHT, _DARK = colour("#7A4E0B"), colour("#FFE9A0"), colour("#D99A22")
_RELIEF = colour("#8A5A10")


def panel(call: Face | None, choosable: bool) -> Picture:
    """The question (RGB), or the call; the sides have a frame while they can be chosen."""
    easel = Easel((WIDE, HIGH), PAGE)
    easel.plate((2, 2, WIDE - 2, HIGH - 2), 14, mix(FIELD, PAPER, 0.25))
    easel.plate((5, 5, WIDE - 5, HIGH - 5), 12, PAGE)
    sides: tuple[tuple[Face, Box], ...] = (
        ("heads", (20, 82, WIDE / 2 - 9, HIGH - 18)),
        ("tails", (WIDE / 2 + 9, 82, WIDE - 20, HIGH - 18)),
    )
    for face, box in sides:
        _side(easel, face, box, framed=choosable or face == call, called=face == call)
    image = easel.finish()
    write(image, f"Red calls {call}" if call else "Heads or tails?", (WIDE / 2, 45), _TITLE, PAPER)
    for face, (left, _, right, bottom) in sides:
        write(image, face.capitalize(), ((left + right) / 2, bottom - 33), TEXT, PAPER)
    return image


def _side(easel: Easel, face: Face, box: Box, framed: bool, called: bool) -> None:
    if framed:
        choice(easel, box, 14, ACCENT if called else INKS[RED], OPEN_FILL[RED], 5)
    centre = (box[0] + box[2]) / 2, box[1] + 14 + _COIN
    easel.shadow((centre[0] + 1, centre[1] + 4), _COIN, 4, 150)
    easel.disc(centre, _COIN, _RIM)
    easel.lit_disc(centre, _COIN - 2.5, _LIGHT, _DARK)
    easel.ring(centre, _COIN - 8, _RELIEF, 2)
    if face == "heads":
        _head(easel, centre)
    else:
        _star(easel, centre)


def _head(easel: Easel, centre: Point) -> None:
    """A crowned head on its shoulders."""
    x, y = centre
    easel.disc((x, y - 3), 13, _RELIEF)
    shoulders = ((-25, 31), (-20, 18), (-7, 13), (-6, 5), (6, 5), (7, 13), (20, 18), (25, 31))
    crown = ((-16, -30), (-8, -21), (0, -33), (8, -21), (16, -30), (13, -11), (-13, -11))
    for outline in (shoulders, crown):
        easel.polygon([(x + right, y + down) for right, down in outline], _RELIEF)
    easel.plate((x - 13, y - 14, x + 13, y - 11.5), 1, _LIGHT)


def _star(easel: Easel, centre: Point) -> None:
    """A star of five points."""
    (x, y), points = centre, []
    for corner in range(10):
        angle, reach = pi * corner / 5, 13 if corner % 2 else 33
        points.append((x + reach * sin(angle), y + 1.5 - reach * cos(angle)))
    easel.polygon(points, _RELIEF)
