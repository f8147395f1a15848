"""A game's picture in parts: the players' header, the board, and a caption of what just happened.

A highlight stands between the header and the board.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.core import Caption, Highlight, Seat, name_seats
from games.kit.brush import avatars
from games.kit.brush import header as headers
from games.kit.brush.header import Cell, header, notch, portrait
from games.kit.brush.highlight import Icons, band, is_whole
from games.kit.brush.lettering import fitting_name
from games.kit.brush.marks import CREAM, NIGHT, SEATS, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.png import LARGE, Strip, joined, smaller, strip
from games.kit.brush.sheet import Sheet
from games.kit.brush.suits import shortened_suited, suited_label
from games.kit.brush.timeline import timeline_picture
from games.kit.faces import NOTHING, Face, Told

CAPTION = 80
"""How high the caption is, in px."""
_CAPITALS = 35
_NAMES = 300
_LEFT = 28
_FACE = 56
_SEAT = 0.72
"""How much of its seat's colour is behind a computer."""
_HEADERS = 256
"""How many compressed headers are cached, at a few kB each."""


@dataclass(frozen=True)
class Spot:
    """A place on the board for a seat's face: its middle, and its width in px.

    `ground` is the accent of the palette around it.
    """

    seat: Seat
    middle: tuple[int, int]
    size: int
    ground: Colour


def palette_of(
    ground: Colour,
    seats: int,
    accents: Iterable[Colour],
    edges: Iterable[tuple[Colour, Colour]] = (),
    artwork: Sequence[Picture] = (),
    most: int = 256,
) -> Palette:
    """A palette for boards with this many seats, with the header's colours and room for the avatars'.

    It has at most `most` colours: fewer colours make busy pictures smaller.
    """
    inks, soft, drawn = headers.colours(ground, seats)
    room = min(most, 256 - avatars.COLOURS * seats)
    return Palette([*inks, *accents], [*soft, *edges], [*drawn, *artwork], room)


@dataclass(frozen=True, eq=False)
class Scene:
    """A board (1180 px wide, of the palette), the header's cell for each seat, and what it asks its viewer.

    The palette comes from `palette_of`, `ground` is the colour of the header and the caption, and `spots`
    are places on the board for faces. `icons` draws what highlights show. A question has a light ground, like
    the tab in the header. A caption ends with a full stop if it has no other mark; of a longer text it shows
    the sentences that fit.
    """

    board: Sheet
    palette: Palette
    ground: Colour
    cells: Sequence[Cell]
    asks: Caption | None = None
    spots: Sequence[Spot] = ()
    icons: Icons | None = None
    told: Told = NOTHING

    def png(self, faces: Sequence[Face] = ()) -> bytes:
        """See `Drawing.png`."""
        shown = self._shown(faces)
        seated = tuple(shown[cell.seat] for cell in self.cells)
        heading = above(self.palette, self.ground, tuple(self.cells), seated)
        board = self._board(shown)
        strips = [heading]
        if self.told.kept is not None:
            strips.append(strip(self._band(self.told.kept.highlight, shown)))
        at = len(strips)
        strips.append(strip(board))
        if self.told.timeline is not None:
            strips.append(strip(timeline_picture(self.palette, self.ground, self.told.timeline)))
        if (caption := self.caption(shown)) is not None:
            strips.append(strip(self._drawn(caption, shown)))
        if sum(len(rows.chunk) for rows in strips) > LARGE:
            strips[at] = smaller(board, strips[at])
        seats = tuple(cell.seat for cell in self.cells)
        return joined(WIDTH, colours_with(self.palette, seats, seated), strips)

    def _board(self, faces: Sequence[Face]) -> Picture:
        """The board with the faces on it and the tip of the header's tab."""
        sheet = self.board.copy() if self.spots else self.board
        for spot in self.spots:
            portrait(sheet, self.palette, spot.ground, spot.seat, faces[spot.seat], spot.middle, spot.size)
        if self.told.kept is None:
            notch(sheet, self.palette, self.cells)
        return sheet.pixels

    def _band(self, highlight: Highlight, faces: Sequence[Face]) -> Picture:
        """The highlight with names, and the tip of the header's tab."""
        drawn = band(self.palette, self.ground, _named(highlight, faces), self.icons)
        sheet = Sheet.on(self.palette, drawn)
        notch(sheet, self.palette, self.cells)
        return sheet.pixels

    def _drawn(self, caption: Caption, faces: Sequence[Face]) -> Picture:
        ground, ink = (CREAM, NIGHT) if self._question is not None else (self.ground, CREAM)
        sheet, middle = Sheet.of(self.palette, (WIDTH, CAPTION), ground), CAPTION // 2
        if caption.by is not None:
            at = _LEFT + _FACE // 2, middle - 2
            portrait(sheet, self.palette, ground, caption.by, faces[caption.by], at, _FACE)
        _, words = _written(caption, faces)
        tile = suited_label(self.palette, words, _CAPITALS, ink, ground)
        sheet.paste(tile, (_left(caption), middle - tile.height // 2))
        return sheet.pixels

    def telling(self, told: Told) -> "Scene":
        """See `Drawing.telling`."""
        return replace(self, told=told)

    def said(self, faces: Sequence[Face] = ()) -> tuple[Caption, ...]:
        """See `Drawing.said`."""
        shown = self._shown(faces)
        news, kept, caption = self._news, self.told.kept, self.caption(shown)
        told = [news] if news and caption not in (None, self._question) and _fits(caption, shown) else []
        if kept is not None and is_whole(_named(kept.highlight, shown), self.icons):
            told.append(kept.told)
        return tuple(told)

    def caption(self, faces: Sequence[Face] = ()) -> Caption | None:
        """What stands below the board: the news, the question, or both."""
        news, question = self._news, self._question
        if question is None:
            return news
        if news is not None and question.follows:
            both = Caption(f"{_stopped(news.text)} {question.text}", question.by)
            return both if _fits(both, self._shown(faces)) else question
        return question

    def _shown(self, faces: Sequence[Face]) -> list[Face]:
        """The faces, and blank ones for the other seats; computers stand on the colours of their seats."""
        whole = [*faces, *(Face() for _ in range(len(faces), len(self.cells)))]
        return [
            replace(face, ground=mix(NIGHT, SEATS[seat].colour, _SEAT)) if face.computer else face
            for seat, face in enumerate(whole)
        ]

    @property
    def _question(self) -> Caption | None:
        return self.asks if self.told.asks and self.told.timeline is None else None

    @property
    def _news(self) -> Caption | None:
        """The news, unless the highlight tells them; the captions of past moments are always there."""
        told = self.told
        is_kept = told.kept is not None and told.kept.told == told.news and told.timeline is None
        return None if is_kept else told.news


@lru_cache(_HEADERS)
def above(palette: Palette, ground: Colour, cells: tuple[Cell, ...], faces: tuple[Face, ...]) -> Strip:
    """The header above the board, which stays the same from question to question."""
    sheet = Sheet.of(palette, (WIDTH, headers.height(len(cells))), ground)
    header(sheet, palette, ground, cells, faces)
    return strip(sheet.pixels)


def _left(caption: Caption) -> int:
    """Where the words of a caption begin, in px: after the face, if it has one."""
    return _LEFT if caption.by is None else _LEFT + _FACE + 28


def _fits(caption: Caption, faces: Sequence[Face]) -> bool:
    """Whether there's room for all of it."""
    whole, written = _written(caption, faces)
    return written == " ".join(whole.split())


def _written(caption: Caption, faces: Sequence[Face]) -> tuple[str, str]:
    """The caption with names, as a sentence, and as much of it as fits, if possible whole sentences."""
    text = name_seats(caption.text, lambda seat: _called(seat, faces[seat]))
    whole = _stopped(text)
    parts = [_stopped(text[: end.start()]) for ends in _ENDS for end in ends.finditer(text)][::-1]
    for part in (whole, *parts):
        written = shortened_suited(part, _CAPITALS, WIDTH - _LEFT - _left(caption))
        if not written.endswith("…"):
            return whole, written
    return whole, shortened_suited(whole, _CAPITALS, WIDTH - _LEFT - _left(caption))


_ENDS = re.compile(r" \(|[;:] "), re.compile(r"(?<=[.!?]) ")
"""Where a clause and where a sentence ends."""


def _stopped(text: str) -> str:
    """With a full stop at the end, unless there's another mark."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


@lru_cache(256)
def colours_with(palette: Palette, seats: tuple[Seat, ...], faces: tuple[Face, ...]) -> bytes:
    """The palette's colours, followed by those of the avatars of these seats."""
    numbers = [*palette.flat, *[0] * (3 * 256 - len(palette.flat))]
    for seat, face in zip(seats, faces, strict=True):
        own = avatars.colours(face)
        first = 3 * avatars.first_colour(seat)
        numbers[first : first + len(own)] = own
    return bytes(numbers)


def _named(highlight: Highlight, faces: Sequence[Face]) -> Highlight:
    """The highlight with names in place of marks."""

    def name(seat: Seat) -> str:
        return _called(seat, faces[seat])

    title, line = name_seats(highlight.title, name), name_seats(highlight.line, name)
    return replace(highlight, title=title, line=line)


def _called(seat: Seat, face: Face) -> str:
    return fitting_name(face.name, _CAPITALS, _NAMES) or SEATS[seat].letter
