"""The end: a podium with everybody's place, face and tokens, and the cards left in hands."""

from collections.abc import Iterator
from typing import NamedTuple

from games.core import Seat
from games.foozle.pictures.artwork import SLIP, rect
from games.foozle.pictures.board import LEFT, RIGHT, SCALES, Board, put_card
from games.foozle.pictures.canvas import Canvas, wide
from games.foozle.pictures.court import (
    GOLD,
    GOLD_RIM,
    INKS,
    PARCHMENT,
    PLUM,
    RAIL,
    RAY,
    SOFT,
    VELLUM,
    code,
    document,
)
from games.foozle.pictures.tiles import at_end
from games.foozle.pictures.tokens import WHITE
from games.foozle.rules.cards import COLOURS, each
from games.foozle.rules.laying import laid_out
from games.foozle.rules.view import View
from games.kit.brush.festive import rays
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour
from games.kit.brush.scene import Spot
from games.kit.prose import counted

STAGE = 640
"""The height of the podium and the rays behind it, in px."""
_SUN = (590, 250)


class _Step(NamedTuple):
    """A step of the podium: its left edge, its width, and the y of its top."""

    left: int
    wide: int
    top: int


_STEPS = (_Step(404, 372, 318), _Step(30, 362, 392), _Step(788, 362, 440))
"""In the order of the places: the middle, the left, and the right."""


def places(view: View) -> list[tuple[int, Seat]]:
    """Every seat with its place, best first."""
    tokens = view.table.tokens
    found = [(1 + sum(other > own for other in tokens), Seat(seat)) for seat, own in enumerate(tokens)]
    return sorted(found)


def podium(board: Board, view: View) -> None:
    """The first three on their steps, with rays behind them."""
    canvas = board.canvas
    canvas.stamp(document((WIDTH, STAGE), _rays()), (WIDTH, STAGE), (0, 0))
    ranked = places(view)[: len(_STEPS)]
    for step, (place, seat) in zip(_STEPS, ranked, strict=False):
        _step(board, view, step, place, seat)


def _rays() -> str:
    """Rays from behind the winner, and confetti that keeps clear of the words."""
    shapes = []
    for ray in rays(_SUN, 900, 0.44, start=0.28):
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in ray)
        shapes.append(f'<polygon points="{points}" fill="{code(RAY)}"/>')
    return "".join([*shapes, *_confetti()])


def _confetti() -> Iterator[str]:
    inks = [GOLD, CREAM, *(inks.light for inks in INKS if inks is not INKS[2])]
    for number in range(46):
        left, top = (number * 733 + 91) % 1160 + 10, (number * 397 + 53) % 420 + 8
        if 420 < left < 770 or (top > 190 and not 380 < left < 800 and number % 3):
            continue
        ink, turn = code(inks[number % len(inks)]), number * 67 % 180
        shape = (
            rect(-9, -5, 18, 10, 2, ink),
            f'<circle r="7" fill="{ink}"/>',
            f'<polygon points="0,-11 9.5,5.5 -9.5,5.5" fill="{ink}"/>',
        )[number % 3]
        yield f'<g transform="translate({left} {top}) rotate({turn})">{shape}</g>'


def _step(board: Board, view: View, step: _Step, place: int, seat: Seat) -> None:
    canvas, is_first = board.canvas, place == 1
    ground = VELLUM if is_first else PARCHMENT
    right, middle = step.left + step.wide, step.left + step.wide // 2
    canvas.block(ground, (step.left, step.top, right, STAGE))
    canvas.block(GOLD, (step.left, step.top, right, step.top + 12))
    size = 190 if is_first else 124
    face = step.top - size // 2 - 14
    board.spots.append(Spot(seat, (middle, face), size, PLUM))
    if is_first:
        canvas.stamp(document((150, 112), _crown()), (150, 112), (middle - 75, face - size // 2 - 92))
    canvas.words(str(place), (step.left + 26, step.top + 62), GOLD_RIM, ground, capitals=52)
    tokens = view.table.tokens[seat]
    canvas.words(counted(tokens, "token"), (middle + 22, step.top + 62), PLUM, ground, "centre", 42)
    _gems(canvas, view, seat, (middle, step.top + 138), 48, ground)
    if is_first:
        _last_laid(canvas, view, seat, (middle, step.top + 180))


def _last_laid(canvas: Canvas, view: View, seat: Seat, at: tuple[int, int]) -> None:
    """The cards that won the game; `at` is the middle of their upper edge."""
    turn = view.table.turns[-1] if view.table.turns else None
    if turn is None or turn.seat != seat or not turn.laid:
        return
    cards = laid_out(turn.laid[-1].cards)
    wide, _ = SCALES[1].size
    step = min(wide + 2, (330 - wide) // max(len(cards) - 1, 1))
    left = at[0] - (wide + step * (len(cards) - 1)) // 2
    for number, card in enumerate(cards):
        put_card(canvas, card, (left + number * step, at[1]), SCALES[1])


def _gems(canvas: Canvas, view: View, seat: Seat, middle: tuple[int, int], size: int, ground: Colour) -> None:
    whites = view.table.whites[seat]
    words = f"×{whites}" if whites > 1 else ""
    broad = size * (len(COLOURS) + bool(whites)) + (wide(words) + 4 if words else 0)
    x = middle[0] - broad // 2 + size // 2
    for number in range(len(COLOURS)):
        has = bool(view.table.colours[seat] >> number & 1)
        canvas.gem(number, size - 4, (x, middle[1]), ground, has=has)
        x += size
    if whites:
        canvas.gem(WHITE, size - 4, (x, middle[1]), ground)
        canvas.words(words, (x + size // 2 + 2, middle[1]), PLUM, ground)


def _crown() -> str:
    path = "M16 98L6 34L44 62L75 14L106 62L144 34L134 98Z"
    balls = "".join(f'<circle cx="{x}" cy="{y}" r="9"/>' for x, y in ((10, 30), (75, 12), (140, 30)))
    return (
        f'<g fill="{code(ACCENT)}" stroke="{code(NIGHT)}" stroke-width="6" stroke-linejoin="round">'
        f'<path d="{path}"/><path d="M16 98L14 80H136L134 98Z"/>{balls}</g>'
    )


def _in_order(view: View) -> list[tuple[int, Seat]]:
    """Every seat with its place, best first; in a replay, before there are places, in the order of seats."""
    return places(view) if view.shown is not None else sorted(places(view), key=lambda one: one[1])


class Rows:
    """The cards left in hands, and the places that don't fit on the podium; `high` px."""

    _HIGH = 70

    def __init__(self, view: View, first: int = 0) -> None:
        """`first` is how many places are on the podium."""
        self._view = view
        self._rows = [
            (place, seat, number >= first)
            for number, (place, seat) in enumerate(_in_order(view))
            if number >= first or view.table.hands[seat]
        ]

    @property
    def high(self) -> int:
        """The height in px; 0 if there's nobody to show."""
        return len(self._rows) * self._HIGH + 76 if self._rows else 0

    def draw(self, board: Board, top: int) -> None:
        """Put them on a board."""
        if not self._rows:
            return
        canvas = board.canvas
        canvas.block(RAIL, (0, top, WIDTH, top + self.high))
        canvas.block(GOLD, (0, top, WIDTH, top + 5))
        words = "In their hands" if self._view.shown is None else "Left in hand"
        canvas.words(words, (LEFT, top + 38), SOFT, RAIL)
        for number, (place, seat, is_below) in enumerate(self._rows):
            self._row(board, top + 70 + number * self._HIGH, place if is_below else 0, seat)

    def _row(self, board: Board, top: int, place: int, seat: Seat) -> None:
        """A seat's cards, with its place if it isn't on the podium."""
        canvas, middle, x = board.canvas, top + self._HIGH // 2 - 4, LEFT
        if place:
            canvas.words(str(place), (x, middle), GOLD, RAIL, capitals=42)
        if any(is_below for _, _, is_below in self._rows):
            x += 42
        board.spots.append(Spot(seat, (x + 26, middle - 1), 48, RAIL))
        x += 76
        cards = self._view.in_order(each(self._view.table.hands[seat]))
        if not cards:
            canvas.words("no cards", (x, middle), SOFT, RAIL)
        step = min(SLIP[0] + 2, (RIGHT - x - SLIP[0]) // max(len(cards) - 1, 1))
        for number, card in enumerate(cards):
            at = x + number * step, middle - SLIP[1] // 2
            canvas.paste(at_end(canvas.palette, card), at)
