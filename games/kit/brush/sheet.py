"""A large picture made by pasting many small opaque pieces on a ground."""

from collections.abc import Iterable
from typing import TypeAlias

from PIL import Image

from games.kit.brush.palette import Colour, Palette, Picture

Place: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom, in px."""


class Sheet:
    """A picture (P) of one palette, to paste on.

    With a hundred squares, `Image.paste` spends more time on checks than on pasting. A sheet checks nothing:
    pieces must have the mode P, and shapes L. Anything that reaches beyond the sheet is cut off.
    """

    __slots__ = ("_paste", "height", "palette", "pixels", "width")

    def __init__(self, palette: Palette, ground: Picture) -> None:
        """Paste on this very picture (P)."""
        self.palette = palette
        self.width, self.height = ground.size
        self.pixels = ground
        """The live picture (P): it shows everything that's pasted later, too."""
        self._paste = ground.im.paste

    @classmethod
    def of(cls, palette: Palette, size: tuple[int, int], ground: Colour) -> "Sheet":
        """A sheet of one accent."""
        return cls(palette, Image.new("P", size, palette.index(ground)))

    @classmethod
    def on(cls, palette: Palette, ground: Picture) -> "Sheet":
        """A sheet that begins as a copy of this picture (P)."""
        return cls(palette, ground.copy())

    def paste(self, piece: "Picture | Sheet | int", at: Place | Box, shape: Picture | None = None) -> None:
        """Paste a piece with its top left corner at a place, or a colour's number into a box or a shape."""
        left, top, *corner = at
        if isinstance(piece, Sheet):
            piece = piece.pixels
        if isinstance(piece, int):
            right, bottom = corner if shape is None else (left + shape.width, top + shape.height)
        else:
            right, bottom = left + piece.width, top + piece.height
        ink = piece if isinstance(piece, int) else piece.im
        if shape is None:
            self._paste(ink, (left, top, right, bottom))
        else:
            self._paste(ink, (left, top, right, bottom), shape.im)

    def lay(self, pieces: Iterable[tuple[Picture, Place]]) -> None:
        """Paste each piece with its top left corner at its place."""
        paste = self._paste
        for piece, (x, y) in pieces:
            wide, high = piece.size
            paste(piece.im, (x, y, x + wide, y + high))

    def stamp(self, piece: Picture, places: Iterable[Place]) -> None:
        """Paste the same piece with its top left corner at each of these places."""
        paste, ink, (wide, high) = self._paste, piece.im, piece.size
        for x, y in places:
            paste(ink, (x, y, x + wide, y + high))

    def copy(self) -> "Sheet":
        """A copy to draw on."""
        return Sheet.on(self.palette, self.pixels)

    def finish(self) -> Picture:
        """The finished picture (P); don't paste on the sheet after this."""
        self.pixels.putpalette(self.palette.flat)
        return self.pixels


def shape_of(drawn: Picture, above: int = 127) -> Picture:
    """The shape of a drawing as a mask (L), to paste through: 255 where a level is above `above`, else 0.

    The levels are the drawing's opacity if it has one (RGBA), otherwise its brightness (RGB or L).
    """
    levels = drawn.getchannel("A") if drawn.mode == "RGBA" else drawn.convert("L")
    return levels.point(lambda level: 255 if level > above else 0)
