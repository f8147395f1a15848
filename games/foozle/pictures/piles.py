"""The draw pile as a neat stack, and the dump as an untidy heap, each with its number of cards."""

from games.foozle.pictures.artwork import back, rect
from games.foozle.pictures.board import RIGHT, Scale
from games.foozle.pictures.canvas import Canvas, wide
from games.foozle.pictures.court import GOLD, SOFT, code, document
from games.foozle.rules.view import View
from games.kit.brush.marks import CREAM

_SHEET = (108, 148)
"""Room for a card's back that is turned a little, in units."""


def piles_width(scale: Scale) -> int:
    """The width of both piles, in px."""
    return round(376 * max(scale.cards, 0.84))


def piles(canvas: Canvas, view: View, rows: tuple[int, int], scale: Scale, is_open: bool) -> None:
    """Both at the right edge; `rows` are their top and height. The draw pile is lit if it can be chosen."""
    (top, high), room = rows, piles_width(scale)
    size = round((high - scale.capitals - 26) * 0.69), high - scale.capitals - 26
    words = top + high - scale.capitals // 2
    for number, (name, count) in enumerate(_named(view)):
        middle = RIGHT - room + room * (2 * number + 1) // 4 + 6
        left = middle - size[0] // 2
        if number == 0 and is_open:
            halo = document((100, 140), rect(0, 0, 100, 140, 16, code(GOLD)))
            canvas.stamp(halo, (size[0] + 27, size[1] + 27), (left - 9, top - 13))
        for (x, y), turned in _stack(number, count, (left, top - 4)):
            _back(canvas, (x, y), size, turned)
        canvas.words(
            f"{name} {count}",
            (middle, words),
            CREAM if count else SOFT,
            align="centre",
            capitals=scale.capitals,
        )


def piles_in_words(canvas: Canvas, view: View, middle: int, is_open: bool) -> None:
    """Just the sizes of the piles, in a line that ends at the right edge."""
    right = RIGHT
    for number, (name, count) in reversed(list(enumerate(_named(view)))):
        words = f"{name} {count}"
        canvas.words(words, (right, middle), GOLD if number == 0 and is_open else CREAM, align="right")
        right -= wide(words) + 30


def _named(view: View) -> tuple[tuple[str, int], tuple[str, int]]:
    return ("pile", view.pile), ("dump", view.dump)


def _back(canvas: Canvas, at: tuple[int, int], size: tuple[int, int], turned: int) -> None:
    shape = f'<g transform="translate(10 10) rotate({turned} 44 64)">{back()}</g>'
    across, down = size[0] / 88, size[1] / 128
    room = round(_SHEET[0] * across), round(_SHEET[1] * down)
    canvas.stamp(document(_SHEET, shape), room, (at[0] - round(10 * across), at[1] - round(10 * down)))


def _stack(number: int, count: int, at: tuple[int, int]) -> list[tuple[tuple[int, int], int]]:
    """Where the backs of a pile lie and how far each is turned; larger piles have more backs."""
    x, y = at
    if number == 0:
        layers = min(4, 1 + count // 30) if count else 0
        return [((x + 3 * layer, y + 3 * layer), 0) for layer in reversed(range(layers))]
    layers = min(3, 1 + count // 20) if count else 0
    return [((x + 5 * layer, y + 3 * layer), turn) for layer, turn in list(enumerate((4, 8, -5)))[:layers]]
