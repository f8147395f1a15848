"""Many small opaque pictures laid on a large one: what boards are made of."""

from collections.abc import Iterable

from games.kit.brush.palette import Picture


def lay(sheet: Picture, pieces: Iterable[tuple[Picture, tuple[int, int]]]) -> None:
    """Lay each piece, of the sheet's mode and wholly within it, with its top left corner there."""
    # What `Image.paste` does, without its questions: a board has a hundred squares, and asking takes longer
    # than pasting.
    sheet.load()
    paste = sheet.im.paste
    for piece, (x, y) in pieces:
        paste(piece.im, (x, y, x + piece.width, y + piece.height))
