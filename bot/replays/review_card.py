"""The picture of a review: who was ahead when, and the moments that mattered, each with a close-up."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core import Seat, name_seats
from games.kit.brush import header as headers
from games.kit.brush.cards import star
from games.kit.brush.chart import diamond, seat_dot
from games.kit.brush.chart import spread as spread_ends
from games.kit.brush.easel import Easel
from games.kit.brush.header import Cell, Painted, portrait
from games.kit.brush.lettering import fitting_name, label, width
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, PAPER, SEATS, WIDTH, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.png import joined, strip
from games.kit.brush.scene import colours_with, palette_of
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.suits import shortened_suited, suited_label
from games.kit.faces import Face
from games.kit.results import Look

GLIMPSE = 330, 245
"""How large a close-up is at most, in px."""
_CHART, _ROW, _CLOSING = 386, 288, 96
_TOP, _LOW = 100, 286
"""Where the highest and the lowest lead are in the chart, below its top."""
_LEFT, _WORDS = 30, 424
_CAPITALS, _LINE, _MOST_LINES = 37, 62, 3
_REACH = 33
_STARS = "★", "☆"


@dataclass(frozen=True)
class Row:
    """A moment: its move's number, who made it, what it's called, and a sentence, with seats as marks.

    Stars in the sentence, a full one and a hollow one, stand around a better move. `glimpse`
    is a close-up (RGB).
    """

    move: int
    seat: Seat
    called: str
    words: str
    glimpse: Any = None


@dataclass(frozen=True)
class Page:
    """What the picture shows: `leads` are by seat the moves, and by how much the seat was ahead after each.

    With two players there's one such line, the first one's. `seen_by` is the judge's name; `closing` a
    sentence below everything, if there's something to add. `piece` draws what a seat has (RGB), on a ground.
    """

    look: Look
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    leads: tuple[tuple[Seat, tuple[tuple[int, float], ...]], ...]
    moves: int
    rows: tuple[Row, ...]
    seen_by: str
    closing: str = ""
    piece: Callable[[Seat, Colour], Any] | None = None


def review_picture(page: Page, faces: Sequence[Face]) -> bytes:
    """A PNG, 1180 px wide, with these faces by seat; a seat without one shows its letter."""
    seats = len(page.scores)
    return _Drawn(page, (*faces, *(Face() for _ in range(len(faces), seats)))).png()


def ground_of(look: Look, number: int) -> Colour:
    """The ground of a row, counted from 0, for its close-up."""
    return look.page if number % 2 else look.band


class _Drawn:
    """The picture being drawn, from the top down."""

    def __init__(self, page: Page, faces: tuple[Face, ...]) -> None:
        self._page, self._faces, self._look = page, faces, page.look
        self._palette = _palette(page)
        high = headers.height(len(faces)) + _CHART + _ROW * len(page.rows) + (_CLOSING if page.closing else 0)
        self._sheet = Sheet.of(self._palette, (WIDTH, high), page.look.band)

    def png(self) -> bytes:
        page, seats = self._page, tuple(Seat(seat) for seat in range(len(self._faces)))
        cells = [
            Cell(seat, str(page.scores[seat]), self._pieces(seat), won=seat in page.winners) for seat in seats
        ]
        headers.header(self._sheet, self._palette, self._look.band, cells, self._faces)
        top = headers.height(len(self._faces))
        self._chart(top)
        top += _CHART
        for number, row in enumerate(page.rows, 1):
            self._row(row, number, top)
            top += _ROW
        if page.closing:
            ground = self._ground(len(page.rows))
            self._block(ground, top, _CLOSING)
            self._put(page.closing, (_LEFT, top + _CLOSING // 2), CREAM, ground)
        return joined(WIDTH, colours_with(self._palette, seats, self._faces), [strip(self._sheet.pixels)])

    def _pieces(self, seat: Seat) -> tuple[Painted, ...]:
        piece, palette = self._page.piece, self._palette
        if piece is None:
            return ()
        return (Painted(lambda ground: palette.fit(piece(seat, ground))),)

    def _ground(self, number: int) -> Colour:
        return ground_of(self._look, number)

    # Who was ahead

    def _chart(self, top: int) -> None:
        look, page = self._look, self._page
        self._block(look.page, top, _CHART)
        most = max((abs(points) for _, line in page.leads for _, points in line), default=1) or 1
        right = WIDTH - _LEFT - (90 if len(page.leads) > 1 else 0)

        def place(move: int, points: float) -> tuple[int, int]:
            x = _LEFT + round((right - _LEFT) * move / max(1, page.moves))
            return x, round((_TOP + _LOW) / 2 - (_LOW - _TOP) / 2 * points / most)

        easel, level = Easel((WIDTH, _CHART), look.page), (_TOP + _LOW) // 2
        for seat, line in page.leads:
            if len(page.leads) == 1:
                self._areas(easel, [place(*one) for one in line], level)
            easel.line([place(*one) for one in line], NIGHT, 14)
            ink = CREAM if len(page.leads) == 1 else SEATS[seat].colour
            easel.line([place(*one) for one in line], ink, 7)
        easel.plate((_LEFT, level - 2, right, level + 2), 0, look.soft)
        self._sheet.paste(self._palette.fit(easel.finish()), (0, top))
        self._said_of_chart(top)
        if len(page.leads) > 1:
            ends = spread_ends([place(*line[-1])[1] for _, line in page.leads], 60, 40, _CHART - 116)
            for (seat, line), y in zip(page.leads, ends, strict=True):
                self._badge(seat, (WIDTH - 62, top + y))
                for at in range(len(line) // 10, len(line), max(1, len(line) // 5)):
                    x, dot = place(*line[at])
                    seat_dot(self._sheet, self._palette, seat, (x, top + dot), 24)
        lines = dict(page.leads)
        on = [place(*_between(lines.get(row.seat) or page.leads[0][1], row.move)) for row in page.rows]
        apart = spread_ends([x for x, _ in on], 2 * _REACH + 6, _LEFT + _REACH, right - _REACH)
        for number, ((_, y), x) in enumerate(zip(on, apart, strict=True), 1):
            self._numbered(number, (x, top + y))

    def _areas(self, easel: Easel, places: Sequence[tuple[int, int]], level: int) -> None:
        """What's between the line and the middle, in the colour of who is ahead."""
        for side, seat in ((-1, Seat(0)), (1, self._other)):
            cut = [(x, min(y, level) if side < 0 else max(y, level)) for x, y in _crossed(places, level)]
            if len(cut) > 1:
                easel.polygon([(cut[0][0], level), *cut, (cut[-1][0], level)], self._tint(seat))

    @property
    def _other(self) -> Seat:
        """The first seat of the second player, whose lead is the first one's lag."""
        return Seat(1)

    def _tint(self, seat: Seat) -> Colour:
        return mix(self._look.page, SEATS[seat].colour, 0.8)

    def _said_of_chart(self, top: int) -> None:
        soft, ground, page = self._look.soft, self._look.page, self._page
        if len(page.leads) == 1:
            for seat, y in ((Seat(0), top + 42), (self._other, top + _CHART - 42)):
                self._badge(seat, (_LEFT + 24, y))
                self._put("ahead", (_LEFT + 64, y), CREAM, ground)
        else:
            self._put("ahead", (_LEFT, top + 42), CREAM, ground)
            self._put("behind", (_LEFT, top + _CHART - 42), CREAM, ground)
        self._put(f"as {page.seen_by} sees it", (WIDTH - _LEFT, top + 42), soft, ground, 1)
        moves = f"{page.moves} moves"
        self._put(moves, (WIDTH - _LEFT, top + _CHART - 42), soft, ground, 1)

    def _badge(self, seat: Seat, at: tuple[int, int]) -> None:
        badge = self._palette.fit(seat_mark(seat, 50, self._look.page))
        self._sheet.paste(badge, (at[0] - 25, at[1] - 25), seat_outline(seat, 50))

    def _numbered(self, number: int, at: tuple[int, int]) -> None:
        diamond(self._sheet, self._palette, at, _REACH)
        tile = label(self._palette, str(number), 28, NIGHT, ACCENT)
        self._sheet.paste(tile, (at[0] - tile.width // 2, at[1] - tile.height // 2))

    # A moment

    def _row(self, row: Row, number: int, top: int) -> None:
        ground, soft = self._ground(number - 1), self._look.soft
        self._block(ground, top, _ROW)
        if row.glimpse is not None:
            left = _LEFT + (GLIMPSE[0] - row.glimpse.width) // 2
            shown = self._palette.fit(row.glimpse)
            self._sheet.paste(shown, (left, top + (_ROW - shown.height) // 2))
        lines = self._wrapped(self._named(row.words))
        middle = top + 58 - (14 if len(lines) == _MOST_LINES else 0)
        self._numbered(number, (_WORDS + 6, middle))
        portrait(
            self._sheet, self._palette, ground, row.seat, self._faces[row.seat], (_WORDS + 92, middle), 72
        )
        drawn = self._put(f"Move {row.move}", (_WORDS + 150, middle), soft, ground)
        x = _WORDS + 150 + drawn.width + 34
        called = shortened_suited(self._named(row.called), _CAPITALS, WIDTH - _LEFT - x)
        self._put(called, (x, middle), CREAM, ground)
        is_gold = False
        for down, line in enumerate(lines):
            is_gold = self._starred(line, (_WORDS - 24, middle + 80 + _LINE * down), ground, is_gold=is_gold)

    def _named(self, text: str) -> str:
        return name_seats(
            text, lambda seat: fitting_name(self._faces[seat].name, _CAPITALS, 260) or SEATS[seat].letter
        )

    def _wrapped(self, words: str) -> list[str]:
        """The sentence in at most three lines; what doesn't fit is cut."""
        lines, room = [""], WIDTH - _WORDS + 24 - _LEFT
        for word in words.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and _wide(longer) > room and len(lines) < _MOST_LINES:
                lines.append(word)
            else:
                lines[-1] = longer
        if _wide(lines[-1]) > room:
            lines[-1] = shortened_suited(_plain(lines[-1]), _CAPITALS, room)
        return lines

    def _starred(self, line: str, at: tuple[int, int], ground: Colour, *, is_gold: bool) -> bool:
        """A line of words, golden between stars; returns whether the next line begins golden."""
        x, y = at
        for run in re.split("([★☆])", line):
            if run in _STARS:
                is_gold = run == _STARS[0]
                if is_gold:
                    self._sheet.paste(self._palette.index(ACCENT), (x, y - 22), _star(44))
                    x += 50
            elif run.strip():
                x += self._put(run.strip(), (x, y), ACCENT if is_gold else CREAM, ground).width + 12
        return is_gold

    def _block(self, ink: Colour, top: int, high: int) -> None:
        self._sheet.paste(self._palette.index(ink), (0, top, WIDTH, top + high))

    def _put(self, text: str, at: tuple[int, int], ink: Colour, ground: Colour, share: float = 0) -> Picture:
        tile = suited_label(self._palette, text, _CAPITALS, ink, ground)
        self._sheet.paste(tile, (round(at[0] - share * tile.width), at[1] - tile.height // 2))
        return tile


def _wide(words: str) -> int:
    """How wide these words are, with room for a star."""
    return width(_plain(words), _CAPITALS) + 62 * (_STARS[0] in words) + 12 * (_STARS[1] in words)


def _plain(words: str) -> str:
    return words.replace(_STARS[0], "").replace(_STARS[1], "")


def _between(line: Sequence[tuple[int, float]], move: int) -> tuple[int, float]:
    """Where a line is in the middle of this move."""
    before = max((one for one in line if one[0] < move), default=line[0])
    after = min((one for one in line if one[0] >= move), default=line[-1])
    return move, (before[1] + after[1]) / 2


def _crossed(places: Sequence[tuple[int, int]], level: int) -> list[tuple[float, float]]:
    """The places, and those where the line between two of them crosses this level."""
    found: list[tuple[float, float]] = []
    for at, (x, y) in enumerate(places):
        if at and (places[at - 1][1] - level) * (y - level) < 0:
            left, high = places[at - 1]
            found.append((left + (x - left) * (level - high) / (y - high), level))
        found.append((x, y))
    return found


def _palette(page: Page) -> Palette:
    """The colours of this picture."""
    look, seats = page.look, len(page.scores)
    accents = [look.page, look.band, look.soft, NIGHT, CREAM, ACCENT]
    accents += [mix(look.page, SEATS[seat].colour, 0.8) for seat in range(min(seats, 2))]
    edges = [(ink, ground) for ground in (look.page, look.band) for ink in (look.soft, CREAM, ACCENT)]
    edges += [(NIGHT, ACCENT)]
    artwork = [row.glimpse for row in page.rows if row.glimpse is not None]
    artwork += [seat_mark(Seat(seat), 50, look.page) for seat in range(seats)]
    if page.piece is not None:
        artwork += [page.piece(Seat(seat), look.band) for seat in range(seats)]
    return palette_of(look.band, seats, accents, edges, artwork)


def _star(wide: int) -> Picture:
    easel = Easel((wide, wide), (0, 0, 0))
    star(easel, (wide / 2, wide / 2), wide / 2, PAPER, points=5, depth=0.42)
    return shape_of(easel.finish())
