"""The end: who won, what the four correct items were, what everyone had picked, and what they carry."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.core import Seat
from games.fooblitzky.pictures import looks, things
from games.fooblitzky.pictures.colours import CYAN, DEEP, GROUND, NEON, PINK, RAY, STEP
from games.fooblitzky.pictures.dogs import dog
from games.fooblitzky.pictures.things import Thing
from games.fooblitzky.pictures.words import write
from games.fooblitzky.rules.city.items import MOST_CARRIED, Bag, Item
from games.fooblitzky.rules.phases import Finished
from games.fooblitzky.rules.view import View
from games.kit.brush.easel import Easel
from games.kit.brush.festive import crown
from games.kit.brush.lettering import write as put
from games.kit.brush.marks import ACCENT, CREAM, NIGHT, WIDTH
from games.kit.brush.palette import Colour, Picture, mix
from games.kit.brush.scene import Spot
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import svg

HIGH = 945
_TOP = 250
"""The height of the band with the correct items, in px."""
_FACE, _WINNER = 140, 164
_STEPS = (520, 545, 560, 570)
"""The y of the top of the first to the fourth place's step."""
_WIDE = 300
"""A wider step has room for words in the middle, next to the place."""
_ORDINALS = ("1st", "2nd", "3rd", "4th")


class Stand(NamedTuple):
    """A step of the podium: the place (0 in a stopped game), the pick, and the things carried."""

    seat: Seat
    place: int
    size: tuple[int, int]
    pick: Item | None
    carried: tuple[Thing, ...]

    @property
    def face(self) -> int:
        """The size of the face above it."""
        return _WINNER if self.place == 1 else _FACE

    @property
    def top(self) -> int:
        """The y of its top."""
        return HIGH - self.size[1]


def ending(view: View) -> Sheet:
    """The board (P), with room for the faces."""
    assert view.whole is not None
    sheet = Sheet.of(looks.palette("indoors"), (WIDTH, HIGH), GROUND)
    stands = tuple(_stands(view))
    looks.put(sheet, "indoors", (0, 0), _sky, _winners_at(stands))
    looks.put(sheet, "indoors", (0, 0), _correct, view.whole.correct)
    wide = WIDTH // len(stands)
    for number, stand in enumerate(stands):
        looks.put(sheet, "indoors", (number * wide + 8, stand.top), _stand, stand)
        x, y = _middle(number, stand, len(stands))
        if stand.place == 1:
            looks.stick(sheet, "indoors", (x, y - _WINNER // 2 - 20), crown, 126)
        size = 100 if stand.place == 1 else 92
        middle = x + stand.face // 2 + 8 + size // 2, stand.top - size // 2 + 6
        looks.stick(sheet, "indoors", middle, dog, stand.seat, size)
    return sheet


def spots(view: View) -> Sequence[Spot]:
    """Everyone's face on their step."""
    stands = tuple(_stands(view))
    return [
        Spot(stand.seat, _middle(number, stand, len(stands)), stand.face, GROUND)
        for number, stand in enumerate(stands)
    ]


def _stands(view: View) -> Iterator[Stand]:
    assert view.whole is not None
    players, correct = view.whole.players, view.whole.correct
    places = view.phase.places if isinstance(view.phase, Finished) else (0,) * len(players)
    for seat, player in enumerate(players):
        size = WIDTH // len(players) - 16, HIGH - _STEPS[max(places[seat], 1) - 1]
        yield Stand(Seat(seat), places[seat], size, view.chosen[seat], tuple(_ticked(player.bag, correct)))


def _ticked(bag: Bag, correct: Bag) -> Iterator[Thing]:
    """The things carried, with a check mark on each copy that counts."""
    left: Counter[Item] = Counter(correct)
    for item in bag:
        yield things.of(item)._replace(mark="yes" if left[item] else "no" if correct else "")
        left[item] -= bool(left[item])


def _middle(number: int, stand: Stand, count: int) -> tuple[int, int]:
    wide = WIDTH // count
    return number * wide + wide // 2 - 46, stand.top - stand.face // 2 - 8


def _winners_at(stands: Sequence[Stand]) -> int | None:
    """The x of the middle of the winners; None if nobody has won."""
    found = [_middle(number, one, len(stands))[0] for number, one in enumerate(stands) if one.place == 1]
    return sum(found) // len(found) if found else None


def _sky(winners_at: int | None) -> Picture:
    """Rays from the winners and confetti above the podium (RGB)."""
    marks = "" if winners_at is None else "".join((*_rays(winners_at), *_confetti()))
    markup = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HIGH}">'
        f'<rect width="{WIDTH}" height="{HIGH}" fill="rgb{GROUND}"/>{marks}</svg>'
    )
    return svg(markup, (WIDTH, HIGH)).convert("RGB")


def _rays(x: int) -> Iterator[str]:
    y = _STEPS[0] - 90
    for at in range(18):
        yield (
            f'<path d="M{x} {y}L{x - 110} {y - 1500}L{x + 110} {y - 1500}Z"'
            f' transform="rotate({20 * at} {x} {y})" fill="rgb{RAY}"/>'
        )


def _confetti() -> Iterator[str]:
    """The same confetti every time, between the band above and the steps."""
    lots = Random(7)
    for at in range(54):
        x, y = lots.randrange(10, WIDTH - 10), lots.randrange(_TOP + 12, _STEPS[1] - 30)
        ink = (ACCENT, PINK, CYAN, NEON["toys"], CREAM)[at % 5]
        turn = lots.randrange(180)
        yield (
            f'<rect x="{x - 8}" y="{y - 5}" width="16" height="10" fill="rgb{ink}"'
            f' transform="rotate({turn} {x} {y})"/>'
        )


def _correct(correct: Bag) -> Picture:
    """The four correct items with their names (RGB), or that nobody knows them yet."""
    image = Easel((WIDTH, _TOP), DEEP).finish()
    image.paste(PINK, (0, _TOP - 5, WIDTH, _TOP))
    if not correct:
        put(image, "Stopped before the four items were known", (WIDTH / 2, _TOP / 2), 40, ACCENT)
        return image
    put(image, "The four correct items", (WIDTH / 2, 40), 40, ACCENT)
    wide = WIDTH // 4
    for at, item in enumerate(correct):
        x = at * wide + wide // 2
        things.disc(image, things.of(item), (x, 128), 110)
        write(image, item.name, (x, 214), CREAM, wide - 20, 36)
    return image


def _stand(stand: Stand) -> Picture:
    """A step of the podium (RGB)."""
    wide, first = stand.size[0], stand.place == 1
    ground, ink = (CREAM, NIGHT) if first else (STEP, CREAM)
    image = Easel(stand.size, ground).finish()
    image.paste(ACCENT if first else NEON["toys"], (0, 0, wide, 12))
    if stand.place:
        put(image, _ORDINALS[stand.place - 1], (20, 50), 44, _gold(ink), "left")
    middle = wide // 2
    words = "picked" if stand.pick else "no pick"
    if wide > _WIDE:
        put(image, words, (middle, 50), 34, ink)
    else:
        put(image, words, (wide - 20, 50), 34, ink, "right")
    if stand.pick:
        things.disc(image, things.of(stand.pick), (middle, 130), 100)
        write(image, stand.pick.name, (middle, 206), ink, wide - 20, 36)
    _carried(image, stand, ink)
    return image


def _gold(ink: Colour) -> Colour:
    return mix(ACCENT, NIGHT, 0.45) if ink == NIGHT else ACCENT


def _carried(image: Picture, stand: Stand, ink: Colour) -> None:
    """Four slots with the things carried."""
    wide, ground = image.width, CREAM if stand.place == 1 else STEP
    put(image, "carried" if stand.carried else "empty bag", (wide / 2, 268), 34, ink)
    side = min(76, (wide - 16) // MOST_CARRIED)
    left = (wide - MOST_CARRIED * side) // 2
    for at in range(MOST_CARRIED):
        x, y, size = left + at * side + side // 2, 326, side - 6
        if at < len(stand.carried):
            things.disc(image, stand.carried[at], (x, y), size)
            continue
        easel = Easel((size, size), ground)
        easel.ring((size / 2, size / 2), size / 2 - 1, mix(ground, NIGHT, 0.4), 3)
        image.paste(easel.finish(), (x - size // 2, y - size // 2))
