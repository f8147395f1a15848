"""A picture of the court being put together: stamps, cards and words on a sheet of one palette."""

from functools import lru_cache

from games.foozle.cards import OF_SUIT, TRUMPS, each
from games.foozle.pictures import court
from games.foozle.pictures.artwork import LARGE, back, large, seal
from games.foozle.pictures.court import GOLD, INKS, PLUM, RAIL, VELLUM, code, document
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tokens import WHITE, gem
from games.kit.brush.kept import kept
from games.kit.brush.lettering import Align, label, mask, width
from games.kit.brush.marks import CREAM, NIGHT, PAPER, WIDTH
from games.kit.brush.palette import Colour, Palette, Picture, mix
from games.kit.brush.scene import palette_of
from games.kit.brush.sprites import on, svg

CAPITALS = 34
"""The height of the capitals of what must be read, in px."""
_STRIP = 84
_SHADE = 0.55
Place = tuple[int, int]


@lru_cache(8)
def palette(seats: int) -> Palette:
    """For a table of so many seats: the same on every machine."""
    accents = [PLUM, RAIL, court.LIT, GOLD, VELLUM, court.PARCHMENT, court.RIM, court.SOFT, court.HOLLOW]
    accents += [court.COURT_NIGHT, court.SEAL, court.SEAL_RIM, court.GOLD_RIM, court.BACK, court.BACK_FIELD]
    accents += [court.LATTICE, court.DIAMOND, court.RAY]
    for inks in INKS:
        accents += inks
    edges = [(CREAM, PLUM), (PLUM, CREAM), (GOLD, court.COURT_NIGHT), (PAPER, NIGHT)]
    edges += [(VELLUM, inks.ink) for inks in INKS]
    return palette_of(RAIL, seats, accents, edges, _samples())


@lru_cache(1)
def _samples() -> tuple[Picture, ...]:
    """Artwork of every kind (RGB), from which a palette takes its colours."""
    cards = [*(next(each(suit)) for suit in OF_SUIT[::3]), *each(TRUMPS)]
    shapes = [(document(LARGE, large(card)), LARGE) for card in cards]
    gems = "".join(placed(gem(number), 50 + 100 * number, 50, 0.9) for number in range(WHITE + 1))
    shapes += [(document((600, 100), gems), (600, 100)), (document((88, 128), back()), (88, 128))]
    shapes.append((document((68, 68), placed(seal(), 34, 34, 1)), (68, 68)))
    return tuple(on(PLUM, svg(markup, size)) for markup, size in shapes)


@lru_cache(8)
def shaded(colours: Palette) -> tuple[int, ...]:
    """For each colour of a palette the number of the one that it becomes in the shade."""
    dim = svg(document((1, 1)), (1, 1)).convert("RGB").resize((256, 1))
    shades = [mix(shade, PLUM, _SHADE) for shade in colours.colours]
    dim.putdata(shades + [PLUM] * (256 - len(shades)))
    return tuple(colours.fit(dim).tobytes())


@kept
def _stamp(colours: Palette, markup: str, size: Place, ground: Colour) -> Picture:
    return colours.fit(on(ground, svg(markup, size)))


@kept
def _stencil(markup: str, size: Place) -> Picture:
    return svg(markup, size).getchannel("A").point(lambda level: 255 if level > 127 else 0)


@kept
def _letters(text: str, capitals: int) -> Picture:
    return mask(text, capitals).point(lambda level: 255 if level > 40 else 0)


@kept
def _lattice(colours: Palette) -> Picture:
    """A strip of the court's wall paper, as wide as a picture."""
    diamond = "M28 0L56 42L28 84L0 42Z"
    buds = "M28 33l5 9l-5 9l-5 -9zM0 -9l5 9l-5 9zM56 -9l-5 9l5 9zM0 75l5 9l-5 9zM56 75l-5 9l5 9z"
    shapes = "".join(
        f'<g transform="translate({left} 0)"><path d="{diamond}" fill="none" stroke="{code(court.LATTICE)}" '
        f'stroke-width="3"/><path d="{buds}" fill="{code(court.DIAMOND)}"/></g>'
        for left in range(0, WIDTH, 56)
    )
    return colours.fit(on(PLUM, svg(document((WIDTH, _STRIP), shapes), (WIDTH, _STRIP))))


class Canvas:
    """A sheet (P) as wide as a picture; all measures in px."""

    def __init__(self, seats: int, high: int) -> None:
        self.palette = palette(seats)
        self.sheet = self.palette.sheet((WIDTH, high), PLUM)
        for top in range(0, high, _STRIP):
            self.sheet.paste(_lattice(self.palette), (0, top))

    def block(self, ink: Colour, box: tuple[int, int, int, int]) -> None:
        """A plain area: left, top, right, bottom."""
        self.sheet.paste(self.palette.index(ink), box)

    def paste(self, tile: Picture, at: Place, shape: Picture | None = None) -> None:
        """A tile (P) with its upper left corner at a place, cut out by a stencil if there is one."""
        self.sheet.paste(tile, at, shape)

    def stamp(self, markup: str, size: Place, at: Place, ground: Colour = PLUM, *, dim: bool = False) -> None:
        """An SVG document, so many px large, with its upper left corner at a place on a ground."""
        tile = _stamp(self.palette, markup, size, ground)
        self.sheet.paste(self.shade(tile) if dim else tile, at, _stencil(markup, size))

    def shade(self, tile: Picture) -> Picture:
        """A tile that matters less: darker, towards the ground."""
        return tile.point(shaded(self.palette))

    def gem(self, number: int, size: int, middle: Place, ground: Colour = PLUM, *, has: bool = True) -> None:
        """A token, or the outline of one that is missing."""
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
    """How many px a line of text takes."""
    return width(text, capitals)
