"""The end: who won, what the four correct items were, what everyone had picked, and what they carry."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.city.items import MOST_CARRIED, Bag, Item
from games.fooblitzky.phases import Finished
from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.colours import DEEP, GROUND, NEON, PINK, SHELF
from games.fooblitzky.pictures.dogs import dog
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.pictures.words import parted, write
from games.fooblitzky.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import write as put
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Picture, mix
from games.kit.brush.scene import Spot
from games.kit.brush.sprites import sprite, svg

HIGH = 940
_TOP = 262
"""How high the band with the correct items is."""
_FACE, _WINNER = 150, 190
_STEPS = (400, 450, 490, 520)
"""Where the steps of the first to the fourth place begin."""
_ORDINALS = ("1st", "2nd", "3rd", "4th")


class Stand(NamedTuple):
    """A step of the podium: the place, or none in a stopped game; the pick; the things carried."""

    seat: Seat
    place: int
    size: tuple[int, int]
    pick: Item | None
    carried: tuple[Thing, ...]


def ending(view: View) -> Picture:
    """The board (P), with room for the faces."""
    assert view.whole is not None
    sheet = looks.palette("indoors").sheet((WIDTH, HIGH), GROUND)
    stands = tuple(_stands(view))
    looks.put(sheet, "indoors", (0, 0), _sky, tuple(_middles(stands)))
    looks.put(sheet, "indoors", (0, 0), _correct, view.whole.correct)
    wide = WIDTH // len(stands)
    for number, stand in enumerate(stands):
        looks.put(sheet, "indoors", (number * wide + 10, _step(stand)), _stand, stand)
        if stand.place == 1:
            x, y = _middle(number, stand, len(stands))
            looks.stick(sheet, "indoors", (x, y - _WINNER // 2 - 26), crown, 120)
        looks.stick(sheet, "indoors", (number * wide + wide - 70, _step(stand) - 40), dog, stand.seat, 92)
    return sheet


def spots(view: View) -> Sequence[Spot]:
    """Everyone's face on their step."""
    stands = tuple(_stands(view))
    return [
        Spot(
            stand.seat,
            _middle(number, stand, len(stands)),
            _WINNER if stand.place == 1 else _FACE,
            GROUND,
        )
        for number, stand in enumerate(stands)
    ]


def crown(wide: int) -> Picture:
    """A crown (RGBA)."""
    return sprite("games.kit.brush", "crown", (wide, wide * 2 // 3))


def _stands(view: View) -> Iterator[Stand]:
    assert view.whole is not None
    players, correct = view.whole.players, view.whole.correct
    places = view.phase.places if isinstance(view.phase, Finished) else (0,) * len(players)
    for seat, player in enumerate(players):
        size = WIDTH // len(players) - 20, HIGH - _STEPS[max(places[seat], 1) - 1]
        carried = tuple(_ticked(player.bag, correct))
        yield Stand(Seat(seat), places[seat], size, view.chosen[seat], carried)


def _ticked(bag: Bag, correct: Bag) -> Iterator[Thing]:
    """Each copy that counts has a check mark."""
    left: Counter[Item] = Counter(correct)
    for item in bag:
        yield things.of(item)._replace(mark="yes" if left[item] else "no")
        left[item] -= bool(left[item])


def _step(stand: Stand) -> int:
    return HIGH - stand.size[1]


def _middle(number: int, stand: Stand, count: int) -> tuple[int, int]:
    wide = WIDTH // count
    size = _WINNER if stand.place == 1 else _FACE
    return number * wide + wide // 2 - 20, _step(stand) - size // 2 - 6


def _middles(stands: Sequence[Stand]) -> Iterator[tuple[int, int]]:
    """Where the rays come from: the winners' faces."""
    for number, stand in enumerate(stands):
        if stand.place == 1:
            yield _middle(number, stand, len(stands))


def _sky(winners: tuple[tuple[int, int], ...]) -> Picture:
    """Rays behind a single winner, and a few stars (RGB)."""
    red, green, blue = mix(GROUND, PINK, 0.12)
    rays = ""
    if winners:
        x = sum(one[0] for one in winners) // len(winners)
        y = winners[0][1]
        for at in range(18):
            rays += (
                f'<path d="M{x} {y}L{x - 70} {y - 1500}L{x + 70} {y - 1500}Z"'
                f' transform="rotate({20 * at} {x} {y})" fill="rgb({red},{green},{blue})"/>'
            )
    red, green, blue = GROUND
    markup = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HIGH}">'
        f'<rect width="{WIDTH}" height="{HIGH}" fill="rgb({red},{green},{blue})"/>{rays}</svg>'
    )
    return svg(markup, (WIDTH, HIGH)).convert("RGB")


def _correct(correct: Bag) -> Picture:
    """The four correct items with their names (RGB), or that nobody knows them yet."""
    image = Easel((WIDTH, _TOP), DEEP).finish()
    image.paste(PINK, (0, _TOP - 5, WIDTH, _TOP))
    title = "The four correct items" if correct else "Stopped before the four items were known"
    put(image, title, (WIDTH / 2, 42), 40, ACCENT)
    wide = WIDTH // 4
    for at, item in enumerate(correct):
        x = at * wide + wide // 2
        things.disc(image, things.of(item), (x, 132), 112)
        write(image, item.name, (x, 222), CREAM, wide - 20, 36)
    return image


def _stand(stand: Stand) -> Picture:
    """A step of the podium (RGB)."""
    wide, high = stand.size
    first = stand.place == 1
    ground, ink = (CREAM, NIGHT) if first else (mix(SHELF, CREAM, 0.16), CREAM)
    image = Easel(stand.size, ground).finish()
    image.paste(ACCENT if first else NEON["toys"], (0, 0, wide, 12))
    if stand.place:
        put(image, _ORDINALS[stand.place - 1], (24, 52), 44, _gold(ink), "left")
    put(image, "picked", (wide - 24, 52), 34, ink, "right")
    name = stand.pick.name if stand.pick else "nothing"
    if stand.pick:
        things.disc(image, things.of(stand.pick), (wide // 2, 134), 100)
    for at, line in enumerate(parted(name, wide - 16, 36)):
        write(image, line, (wide / 2, 214 + 46 * at), ink, wide - 16, 36)
    _carried(image, stand)
    return image


def _gold(ink: Colour) -> Colour:
    return mix(ACCENT, NIGHT, 0.45) if ink == NIGHT else ACCENT


def _carried(image: Picture, stand: Stand) -> None:
    """Four places at the foot, with what was carried."""
    wide, high = image.size
    side = min(74, (wide - 20) // MOST_CARRIED)
    left = (wide - MOST_CARRIED * side) // 2
    for at in range(MOST_CARRIED):
        x, y = left + at * side + side // 2, high - side // 2 - 22
        if at < len(stand.carried):
            things.disc(image, stand.carried[at], (x, y), side - 6)
            continue
        ground = image.getpixel((x, y))
        assert isinstance(ground, tuple)
        easel = Easel((side - 6, side - 6), (ground[0], ground[1], ground[2]))
        half = (side - 6) / 2
        easel.ring((half, half), half - 1, mix((ground[0], ground[1], ground[2]), NIGHT, 0.35), 3)
        image.paste(easel.finish(), (x - (side - 6) // 2, y - (side - 6) // 2))


