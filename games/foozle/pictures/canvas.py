"""The canvas of Foozle's pictures: stamps, cards and words on a sheet of one palette."""

from functools import lru_cache

from games.foozle.pictures import court
from games.foozle.pictures.artwork import LARGE, back, large, seal
from games.foozle.pictures.court import GOLD, INKS, PLUM, RAIL, VELLUM, code, document
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tokens import WHITE, gem
from games.foozle.rules.cards import OF_SUIT, TRUMPS, each
from games.kit.brush.cached import cached
from games.kit.brush.lettering import Align, label, mask, width
from games.kit.brush.marks import CREAM, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.scene import palette_of
from games.kit.brush.sheet import Sheet, shape_of
from games.kit.brush.sprites import on, svg

CAPITALS = 34
"""The height of capitals in important text, in px."""
_TILE = 84
"""The size of the pattern on the wall, in px."""
_SHADE = 0.55
_MOST = 96
"""The most colours: with more, soft edges would make the file of a busy table too large."""
Place = tuple[int, int]


@lru_cache(8)
def palette(seats: int) -> Palette:
    """The palette for a table with this many seats, the same on every machine."""
    accents = [PLUM, RAIL, court.LIT, GOLD, VELLUM, court.PARCHMENT, court.RIM, court.SOFT, court.HOLLOW]
    accents += [court.COURT_NIGHT, court.SEAL, court.SEAL_RIM, court.GOLD_RIM, court.BACK, court.BACK_FIELD]
    accents += [court.CROWN, court.BUD, court.RAY]
    for inks in INKS:
        accents += inks
    edges = [(CREAM, PLUM), (GOLD, court.COURT_NIGHT), (PAPER, NIGHT)]
    accents += [_dimmed(ink) for ink in (VELLUM, *(inks.ink for inks in INKS))]
    return palette_of(RAIL, seats, accents, edges, _samples(), _MOST)


def _dimmed(ink: Colour) -> Colour:
    """The dimmed version of an ink."""
    return mix(ink, PLUM, _SHADE)


@lru_cache(1)
def _samples() -> tuple[Picture, ...]:
    """Samples of all artwork (RGB), which give the palette its colours."""
    cards = [*(next(each(suit)) for suit in OF_SUIT[::3]), *each(TRUMPS)]
    shapes = [(document(LARGE, large(card)), LARGE) for card in cards]
    gems = "".join(placed(gem(number), 50 + 100 * number, 50, 0.9) for number in range(WHITE + 1))
    shapes += [(document((600, 100), gems), (600, 100)), (document((88, 128), back()), (88, 128))]
    shapes.append((document((68, 68), placed(seal(), 34, 34, 1)), (68, 68)))
    return tuple(on(PLUM, svg(markup, size)) for markup, size in shapes)


@lru_cache(8)
def shaded(colours: Palette) -> tuple[int, ...]:
    """For each colour of a palette, the number of its dimmed version."""
    dim = svg(document((1, 1)), (1, 1)).convert("RGB").resize((256, 1))
    shades = list(map(_dimmed, colours.colours))
    dim.putdata(shades + [PLUM] * (256 - len(shades)))
    return tuple(colours.fit(dim).tobytes())


@cached
def _stamp(colours: Palette, markup: str, size: Place, ground: Colour) -> Picture:
    return colours.fit(on(ground, svg(markup, size)))


@cached
def _stencil(markup: str, size: Place) -> Picture:
    return shape_of(svg(markup, size))


@cached
def _letters(text: str, capitals: int) -> Picture:
    return shape_of(mask(text, capitals), above=40)


@cached
def _wall(colours: Palette) -> Picture:
    """A strip of the court's wallpaper, as wide as a picture, with crowns and buds alternating.

    More than half of its rows are plain, because every row with a pattern makes the file larger.
    """
    bud = "M0 -12L8 0L0 12L-8 0ZM-18 -4L-14 0L-18 4L-22 0ZM18 -4L22 0L18 4L14 0Z"
    shapes = "".join(
        f'<path d="{path}" fill="{code(ink)}" transform="translate({at} {at}) scale(.9)"/>'
        for path, ink, at in (
            ("M-17 11V-9L-8 1L0 -13L8 1L17 -9V11Z", court.CROWN, _TILE // 4),
            (bud, court.BUD, 3 * _TILE // 4),
        )
    )
    tile = colours.fit(on(PLUM, svg(document((_TILE, _TILE), shapes), (_TILE, _TILE))))
    strip = colours.sheet((WIDTH, _TILE), PLUM)
    for left in range(0, WIDTH, _TILE):
        strip.paste(tile, (left, 0))
    return strip


class Canvas:
    """A sheet as wide as a picture; all sizes are in px."""

    def __init__(self, seats: int, high: int) -> None:
        self.palette = palette(seats)
        self.sheet = Sheet.of(self.palette, (WIDTH, high), PLUM)
        for top in range(0, high, _TILE):
            self.sheet.paste(_wall(self.palette), (0, top))

    def block(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        """A plain area: left, top, right, bottom."""
        self.sheet.paste(self.palette.index(ink), box)

    def paste(self, tile: Picture, at: Place, shape: Picture | None = None) -> None:
        """Paste a tile (P) with its upper left corner at a place, cut out by a stencil if there is one."""
        self.sheet.paste(tile, at, shape)

    def stamp(self, markup: str, size: Place, at: Place, ground: Colour = PLUM, *, dim: bool = False) -> None:
        """Paste an SVG document in this size with its upper left corner at a place, drawn on `ground`."""
        tile = _stamp(self.palette, markup, size, ground)
        self.sheet.paste(self.shade(tile) if dim else tile, at, _stencil(markup, size))

    def shade(self, tile: Picture) -> Picture:
        """The tile, dimmed."""
        return tile.point(shaded(self.palette))

    def gem(self, number: int, size: int, middle: Place, ground: Colour = PLUM, *, has: bool = True) -> None:
        """A token, or the outline of a missing one."""
        shape = document((110, 110), placed(gem(number, has=has), 55, 55, 1))
        self.stamp(shape, (size, size), (middle[0] - size // 2, middle[1] - size // 2), ground)

    def words(
        self,
        text: str,
        at: Place,
        ink: Colour = CREAM,
        ground: Colour = PLUM,
        align: Align = "left",
        capitals: int = CAPITALS,
    ) -> int:
        """A line of text; `at` is the middle of its height at the named side. Returns its width."""
        tile = label(self.palette, text, capitals, ink, ground)
        left = at[0] - {"left": 0, "centre": tile.width // 2, "right": tile.width}[align]
        self.sheet.paste(tile, (left, at[1] - tile.height // 2), _letters(text, capitals))
        return tile.width


def wide(text: str, capitals: int = CAPITALS) -> int:
    """The width of a line of text, in px."""
    return width(text, capitals)
