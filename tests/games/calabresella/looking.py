"""Helpers for the tests of pictures: positions to draw, and finding a card in a picture."""

from functools import cache

from hypothesis import strategies as st

from games.calabresella.pictures.draw import draw
from games.calabresella.pictures.sprites import BAND, CARD, SLIP, face
from games.calabresella.rules import sight
from games.calabresella.rules.position import SEATS
from games.calabresella.rules.view import Phase, View
from games.core import Viewer
from games.kit.brush.cards import Look, Size
from games.kit.brush.palette import Picture
from tests.games.calabresella.played import played
from tests.games.pictures import opened

VIEWERS: tuple[Viewer, ...] = (None, *SEATS)

positions = st.builds(
    lambda seed, share: played(seed)[int(share * len(played(seed)))],
    st.integers(0, 5),
    st.floats(0, 1, exclude_max=True),
)
"""Of whole matches."""


def views(phase: Phase, viewer: Viewer = None, of: int = 12) -> list[View]:
    """Every view of this phase in some matches."""
    return [view for seed in range(of) for view in _seen(seed, viewer) if view.phase is phase]


@cache
def _seen(seed: int, viewer: Viewer) -> tuple[View, ...]:
    return tuple(sight.see(position, viewer) for position in played(seed))


def asked(phase: Phase) -> View:
    """What the seat to move sees."""
    open_view = views(phase)[0]
    return next(view for view in views(phase, open_view.mover) if view.mover == view.viewer)


def board(view: View, answers: tuple[str, ...] = ()) -> Picture:
    """The board of the picture (RGB), without header and caption."""
    return draw(view, answers).board.copy().finish().convert("RGB")


def picture(view: View, answers: tuple[str, ...] = ()) -> Picture:
    """The whole picture (RGB), without names and faces."""
    return opened(draw(view, answers).png())


def holds(image: Picture, tile: Picture) -> bool:
    """Whether the picture contains an exact copy of the tile's middle."""
    inner = tile.convert("RGB").crop((tile.width // 4, 8, tile.width * 3 // 4, tile.height - 8))
    return where(image, inner) is not None


def where(image: Picture, inner: Picture) -> tuple[int, int] | None:
    """The top left corner of the first exact copy of `inner` (both RGB)."""
    rows = [inner.crop((0, y, inner.width, y + 1)).tobytes() for y in range(inner.height)]
    pixels, length = image.tobytes(), image.width * 3
    # The row with the most changes of colour is found in the fewest places.
    rarest = max(range(len(rows)), key=lambda y: len(set(zip(rows[y], rows[y][3:], strict=False))))
    at = pixels.find(rows[rarest])
    while at >= 0:
        starts = [at + (number - rarest) * length for number in range(len(rows))]
        if all(
            pixels[max(0, start) : start + len(row)] == row for start, row in zip(starts, rows, strict=True)
        ):
            return at % length // 3, at // length - rarest
        at = pixels.find(rows[rarest], at + 1)
    return None


def upper(tile: Picture) -> Picture:
    """The upper half of a card; its lower edge has a shadow."""
    return tile.crop((0, 0, tile.width, tile.height // 2))


def slip(card: str, look: Look = "plain") -> Picture:
    return face(card, SLIP, look)


def in_hand(image: Picture, card: str, look: Look = "plain") -> tuple[int, int] | None:
    """Where a card of the hand is, found by its corner index, which no other card covers."""
    index = face(card, CARD, look, BAND).convert("RGB").crop((6, 10, 46, 96))
    found = where(image, index)
    return None if found is None else (found[0] - 6, found[1] - 10)


def is_lit(image: Picture, card: str, size: Size) -> bool:
    """Whether a card on the felt has a golden frame, judged by its left side, which no neighbour covers."""
    frame = face(card, size, "lit").convert("RGB").crop((1, size.high // 8, size.wide // 2, size.high // 2))
    return where(image, frame) is not None
