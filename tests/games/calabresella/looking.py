"""What the tests of the pictures look at, and how they find a card."""

from hypothesis import strategies as st

from games.calabresella import sight
from games.calabresella.position import SEATS
from games.calabresella.sprites import SLIP, face
from games.calabresella.view import Phase, View
from games.core import Viewer
from games.kit.brush.cards import Look, Size
from games.kit.brush.palette import Picture
from tests.games.calabresella.played import played

VIEWERS: tuple[Viewer, ...] = (None, *SEATS)

positions = st.builds(
    lambda seed, share: played(seed)[int(share * len(played(seed)))],
    st.integers(0, 5),
    st.floats(0, 1, exclude_max=True),
)
"""Of whole matches."""


def views(phase: Phase, viewer: Viewer = None, of: int = 12) -> list[View]:
    """Every view of this phase in some matches."""
    found = [sight.see(position, viewer) for seed in range(of) for position in played(seed)]
    return [view for view in found if view.phase is phase]


def asked(phase: Phase) -> View:
    """What the seat to move sees."""
    open_view = views(phase)[0]
    return next(view for view in views(phase, open_view.mover) if view.mover == view.viewer)


def holds(image: Picture, tile: Picture) -> bool:
    """Whether the middle of the tile is anywhere in the picture, pixel by pixel."""
    inner = tile.convert("RGB").crop((tile.width // 4, 8, tile.width * 3 // 4, tile.height - 8))
    return where(image, inner) is not None


def where(image: Picture, inner: Picture) -> tuple[int, int] | None:
    """The top left corner of the first exact copy of `inner` (both RGB)."""
    rows = [inner.crop((0, y, inner.width, y + 1)).tobytes() for y in range(inner.height)]
    pixels, length = image.tobytes(), image.width * 3
    at = pixels.find(rows[0])
    while at >= 0:
        starts = [at + number * length for number in range(len(rows))]
        if all(pixels[start : start + len(row)] == row for start, row in zip(starts, rows, strict=True)):
            return at % length // 3, at // length
        at = pixels.find(rows[0], at + 1)
    return None


def upper(tile: Picture) -> Picture:
    """The upper half of a card; the mark of a seat may cover the lower."""
    return tile.crop((0, 0, tile.width, tile.height // 2))


def slip(card: str) -> Picture:
    return face(card, SLIP)


def shows(image: Picture, card: str, size: Size, look: Look = "plain") -> bool:
    """Whether the index of a card can be seen, which no other card covers."""
    tile = face(card, size, look).convert("RGB")
    wide, high = round(size.wide * 0.28), round(size.high * 0.42)
    return where(image, tile.crop((2, 8, wide, high))) is not None
