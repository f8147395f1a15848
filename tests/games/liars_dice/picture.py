"""The table as a picture: each player's dice in a row, with a back for a die that the viewer may not see."""

from functools import lru_cache

from games.core import Seat
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.header import Cell
from games.kit.brush.lettering import label
from games.kit.brush.marks import CREAM, NIGHT, PAPER, WIDTH, seat_mark
from games.kit.brush.palette import Palette, Picture, colour
from games.kit.brush.scene import Scene, palette_of
from games.kit.brush.sheet import Sheet
from tests.games.liars_dice.rules import Over, View, turn

FELT = colour("#14532D")
BACK = colour("#7F1D1D")
SIDE, PITCH, ROW, LEFT, MARK = 96, 112, 128, 150, 84
BID = 760
"""Where the bid begins, in px."""
PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
"""Where the pips of each face are, in quarters of the side."""


@lru_cache
def palette(seats: int) -> Palette:
    marks = [seat_mark(Seat(seat), MARK, FELT) for seat in range(seats)]
    return palette_of(FELT, seats, [BACK], [(NIGHT, PAPER), (PAPER, FELT), (BACK, FELT)], marks)


@cached
def die(seats: int, face: int | None) -> Picture:
    """A die with this face, or its back: drawn once, then taken from the cache."""
    easel = Easel((SIDE, SIDE), FELT)
    easel.plate((0, 0, SIDE, SIDE), 18, BACK if face is None else PAPER)
    for across, down in PIPS[face] if face else ():
        easel.disc((across * SIDE / 4, down * SIDE / 4), 9, NIGHT)
    return palette(seats).fit(easel.finish())


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """All dice on the table and the bid. What has been answered so far changes nothing here."""
    now, seats = view.now, len(view.now.dice)
    colours = palette(seats)
    sheet = Sheet.of(colours, (WIDTH, seats * ROW + 32), FELT)
    for seat, left in enumerate(now.dice):
        faces = (now.hands[seat] if now.hands else ()) or (None,) * left
        top = seat * ROW + 32
        sheet.paste(colours.fit(seat_mark(Seat(seat), MARK, FELT)), (36, top + 6))
        sheet.lay((die(seats, face), (LEFT + PITCH * place, top)) for place, face in enumerate(faces))
    if now.bid:
        count = label(colours, f"Bid: {now.bid.count} ×", 44, CREAM, FELT)
        sheet.paste(count, (BID, 32 + (SIDE - count.height) // 2))
        sheet.paste(die(seats, now.bid.face), (BID + count.width + 24, 32))
    moves = turn(now).owes
    cells = [
        Cell(Seat(seat), str(left), moves=seat in moves, won=isinstance(now, Over) and left > 0)
        for seat, left in enumerate(now.dice)
    ]
    return Scene(sheet, colours, FELT, cells)
