"""The header above every board: for each player a cell with face, seat mark, name and score."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.core import Seat
from games.kit.brush import avatars
from games.kit.brush.cached import cached
from games.kit.brush.easel import Easel
from games.kit.brush.festive import crown
from games.kit.brush.lettering import fitting_name, label, shortened, width, write
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on
from games.kit.faces import Face

NAME = 35
"""The height of the capitals of a name, in px."""
ONE_ROW, TWO_ROWS = 132, 104
"""How high a row of cells is: up to four players sit in one, five and six in two."""
_MOST_IN_ROW = 4
_FOOT, _NOTCH = 10, (48, 18)
_FACE, _SMALL_FACE = 92, 76
"""The size of the faces where the cells are in one row and in two."""
_BADGE, _SMALL_BADGE = 50, 36
_EDGE, _CLOSE = 20, 12
"""The room at the sides of a cell where the cells are in one row and in two."""


class Painted(NamedTuple):
    """A small picture (P, of the game's palette): `paint` gets the arguments, and the ground as the last."""

    paint: Callable[..., Picture]
    arguments: tuple[Hashable, ...] = ()

    def on(self, ground: Colour) -> Picture:
        """The picture on this ground."""
        return self.paint(*self.arguments, ground)


Piece: TypeAlias = str | Painted
"""Words or a picture."""


@dataclass(frozen=True)
class Cell:
    """What the header shows for a seat: equal cells look the same.

    `score` is what counts most. `more` is below the name, such as the seat's colour, tokens or coins. `moves`
    marks whose turn it is, `won` a winner. `side` is to the right of the name, which gets shorter.
    """

    seat: Seat
    score: Piece = ""
    more: tuple[Piece, ...] = ()
    moves: bool = False
    won: bool = False
    side: Piece = ""


def colours(ground: Colour, seats: int) -> tuple[list[Colour], list[tuple[Colour, Colour]], list[Picture]]:
    """The accents, edges and artwork that a palette needs for a header with this many seats."""
    inks = [
        ground,
        CREAM,
        NIGHT,
        PAPER,
        ACCENT,
        *(SEATS[seat].colour for seat in range(seats)),
        _rule(ground),
    ]
    edges = [(CREAM, ground), (NIGHT, CREAM)]
    artwork = [seat_mark(Seat(seat), _BADGE, below) for seat in range(seats) for below in (ground, CREAM)]
    return inks, edges, [*artwork, _crown(ground)]


def height(seats: int) -> int:
    """How high the header is, in px."""
    return ONE_ROW if seats <= _MOST_IN_ROW else 2 * TWO_ROWS


def header(
    sheet: Sheet, palette: Palette, ground: Colour, cells: Sequence[Cell], faces: Sequence[Face]
) -> None:
    """Draw the header on a sheet with its ground; the faces are in the order of the cells."""
    across, above = _across(len(cells))
    high = TWO_ROWS if above else ONE_ROW
    for number, cell in enumerate(cells):
        left, right = (WIDTH * at // across for at in (number % across, number % across + 1))
        box = left, number // across * high, right, number // across * high + high
        _Cell(sheet, palette, CREAM if cell.moves else ground, box, len(cells)).draw(
            cell, faces[number], ground
        )


def _across(players: int) -> tuple[int, int]:
    """How many cells a row has, and how many are in an upper row."""
    half = (players + 1) // 2
    return (players, 0) if players <= _MOST_IN_ROW else (half, half)


def _face(players: int) -> int:
    """The size of a face."""
    return _FACE if players <= _MOST_IN_ROW else _SMALL_FACE


def _before_face(players: int) -> int:
    """The room at the left of a cell."""
    return {2: _EDGE, 3: _EDGE, 4: 14}.get(players, _CLOSE)


class _Cell:
    """One cell being drawn."""

    def __init__(
        self, sheet: Sheet, palette: Palette, ground: Colour, box: tuple[int, int, int, int], players: int
    ) -> None:
        self._sheet, self._palette, self._ground = sheet, palette, ground
        self._left, self._top, self._right, self._bottom = box
        self._players = players
        self._one_row = players <= _MOST_IN_ROW
        self._ink = NIGHT if ground == CREAM else CREAM

    def draw(self, cell: Cell, face: Face, band: Colour) -> None:
        if cell.moves:
            self._tab(cell.seat, band)
        elif self._left:
            self._block(_rule(band), (self._left - 1, self._top + 24, self._left + 2, self._bottom - 24))
        size = _face(self._players)
        middle = self._left + _before_face(self._players) + size // 2, self._middle - 3
        portrait(self._sheet, self._palette, self._ground, cell.seat, face, middle, size)
        if cell.won:
            gold = self._palette.fit(_crown(self._ground))
            self._sheet.paste(gold, (middle[0] - gold.width // 2, self._top))
        self._words(cell, face, middle[0] + size // 2 + (18 if self._one_row else 14))

    @property
    def _middle(self) -> int:
        return (self._top + self._bottom) // 2

    def _tab(self, seat: Seat, band: Colour) -> None:
        """The light tab that marks whose turn it is."""
        self._block(CREAM, (self._left, self._top, self._right, self._bottom))
        self._block(SEATS[seat].colour, (self._left, self._bottom - _FOOT, self._right, self._bottom))

    def _words(self, cell: Cell, face: Face, left: int) -> None:
        right = self._right - (_EDGE if self._one_row else _CLOSE)
        beside = self._players == 2 or not self._one_row
        if beside and cell.score:
            tile = self._tile(cell.score, 60 if self._players == 2 else 42)
            self._sheet.paste(tile, (right - tile.width, self._middle - 3 - tile.height // 2))
            right -= tile.width + 16
        two_lines = cell.more or (not beside and cell.score)
        line = self._top + (38 if self._one_row else 30) if two_lines else self._middle - 3
        room = right
        if cell.side:
            tile = self._tile(cell.side, NAME)
            self._paste(tile, right - tile.width, line)
            room -= tile.width + 12
        if words := _name(cell.seat, face, room - left, is_short=self._one_row):
            self._paste(label(self._palette, words, NAME, self._ink, self._ground), left, line)
        below = self._top + (88 if self._one_row else 75)
        pieces = [] if beside or not cell.score else [self._tile(cell.score, 42)]
        self._row([*pieces, *(self._tile(piece, NAME) for piece in cell.more)], left, right, below)

    def _row(self, tiles: Iterable[Picture], left: int, right: int, middle: int) -> None:
        for tile in tiles:
            if left + tile.width > right + _EDGE // 2:
                return
            self._paste(tile, left, middle)
            left += tile.width + 10

    def _tile(self, piece: Piece, capitals: int) -> Picture:
        if isinstance(piece, str):
            return label(self._palette, piece, capitals, self._ink, self._ground)
        return piece.on(self._ground)

    def _paste(self, tile: Picture, left: int, middle: int) -> None:
        self._sheet.paste(tile, (left, middle - tile.height // 2))

    def _block(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        self._sheet.paste(self._palette.index(ink), box)


def notch(sheet: Sheet, palette: Palette, cells: Sequence[Cell]) -> None:
    """The tip of the light tab, which points into the board; none if it's in the upper of two rows."""
    across, above = _across(len(cells))
    wide = _NOTCH[0]
    for number, cell in enumerate(cells):
        if cell.moves and number >= above:
            left = WIDTH * (number % across) // across + _before_face(len(cells))
            middle = left + _face(len(cells)) // 2
            ink = palette.index(SEATS[cell.seat].colour)
            sheet.paste(ink, (middle - wide // 2, 0), _pointing_down())


def writes(name: str) -> bool:
    """Whether the header can write any of this name, so whether the typeface has any of its letters."""
    return bool(shortened(name, NAME, WIDTH))


def _name(seat: Seat, face: Face, room: int, *, is_short: bool) -> str:
    """As much of the name as fits; for a player without a name the letter may do.

    A short line leaves the letter that tells equal names apart to the badge.
    """
    letter = SEATS[seat].letter
    if not face.name:
        whole = f"Player {letter}"
        return whole if width(whole, NAME) <= room else letter
    return fitting_name(face.name, NAME, room, has_badge=is_short)


@cached
def _pointing_down() -> Picture:
    wide, high = _NOTCH
    easel = Easel(_NOTCH, (0, 0, 0))
    easel.polygon([(0, 0), (wide, 0), (wide / 2, high)], PAPER)
    return shape_of(easel.finish())


def portrait(
    sheet: Sheet,
    palette: Palette,
    ground: Colour,
    seat: Seat,
    face: Face,
    middle: tuple[int, int],
    size: int,
) -> None:
    """A player's avatar with the mark of the seat, or that mark alone where there is no avatar."""
    if not avatars.colours(face):
        _mark(sheet, palette, seat, ground, middle, size)
        return
    ring = _ring(palette, size, NIGHT if ground == CREAM else CREAM, ground)
    sheet.paste(ring, (middle[0] - ring.width // 2, middle[1] - ring.height // 2), _hole(ring.width))
    avatars.paste(sheet, seat, face, middle, size)
    badge = middle[0] + round(size * 0.36), middle[1] + round(size * 0.34)
    _mark(sheet, palette, seat, ground, badge, _badge(size))


def unseated_portrait(
    sheet: Sheet,
    palette: Palette,
    ground: Colour,
    seat: Seat,
    face: Face,
    middle: tuple[int, int],
    size: int,
    ring: Colour | None = None,
) -> None:
    """Somebody's avatar without a mark. Without an avatar, a disc with the first letters of their name.

    The avatar's colours in the palette are those of this seat, which nobody sees. A face without a name is a
    silhouette.
    """
    ink = ring or (NIGHT if ground == CREAM else CREAM)
    corner = middle[0] - size // 2 - 5, middle[1] - size // 2 - 5
    if avatars.colours(face):
        sheet.paste(_ring(palette, size, ink, ground), corner)
        avatars.paste(sheet, seat, face, middle, size)
    else:
        sheet.paste(
            _initials(
                palette,
                size,
                "".join(filter(str.isalnum, shortened(face.name, NAME, WIDTH)))[:2],
                ink,
                ground,
            ),
            corner,
        )


@cached
def _initials(palette: Palette, size: int, letters: str, ink: Colour, ground: Colour) -> Picture:
    """A night disc in a ring with these letters, or with a silhouette if there are none."""
    wide = size + 10
    easel, half = Easel((wide, wide), ground), wide / 2
    easel.disc((half, half), half, ink)
    easel.disc((half, half), half - 4, NIGHT)
    if not letters:
        easel.disc((half, half - size * 0.12), size * 0.17, CREAM)
        easel.arc((half, half + size * 0.38), size * 0.3, (180, 360), CREAM, size * 0.3)
    image = easel.finish()
    if letters:
        write(image, letters, (half, half), size * 0.36, CREAM)
    return palette.fit(image)


def _badge(face: int) -> int:
    """How large the mark on a face of this size is."""
    return _SMALL_BADGE if face <= 60 else max(_BADGE, round(face * 0.36))


def _mark(
    sheet: Sheet, palette: Palette, seat: Seat, ground: Colour, middle: tuple[int, int], size: int
) -> None:
    corner = middle[0] - size // 2, middle[1] - size // 2
    sheet.paste(_fitted_mark(palette, seat, size, ground), corner, seat_outline(seat, size))


@cached
def _fitted_mark(palette: Palette, seat: Seat, size: int, ground: Colour) -> Picture:
    return palette.fit(seat_mark(seat, size, ground))


@cached
def _ring(palette: Palette, size: int, ink: Colour, ground: Colour) -> Picture:
    """A disc that reaches 5 px beyond the avatar on top of it."""
    wide = size + 10
    easel = Easel((wide, wide), ground)
    easel.disc((wide / 2, wide / 2), wide / 2, ink)
    return palette.fit(easel.finish())


@cached
def _hole(wide: int) -> Picture:
    easel = Easel((wide, wide), (0, 0, 0))
    easel.disc((wide / 2, wide / 2), wide / 2, PAPER)
    return shape_of(easel.finish(), above=0)


@cached
def _crown(ground: Colour) -> Picture:
    return on(ground, crown(54))


def _rule(ground: Colour) -> Colour:
    return mix(ground, CREAM, 0.25)
