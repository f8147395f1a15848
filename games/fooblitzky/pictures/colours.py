"""The colours of the town: by day, at dusk, at night, and indoors."""

from typing import Literal, TypeAlias

from games.core import Seat
from games.fooblitzky.rules.city.clock import minutes
from games.fooblitzky.rules.city.map import Kind, Quadrant
from games.kit.brush.marks import CREAM, PAPER, SEATS
from games.kit.brush.palette import Colour, colour, mix

Hour: TypeAlias = Literal["day", "dusk", "night", "indoors"]
"""How light it is in the streets; everything else is `indoors`."""

GROUND = colour("#241B47")
"""The ground of header, caption and panels."""
DEEP = colour("#17112F")
"""The ground of the strip with the clock."""
BOARD = colour("#0E0A20")
"""The board behind neon signs."""
SHELF, SHELF_TOO = colour("#2E2352"), colour("#281E4A")
WOOD, WOOD_EDGE = colour("#6B4A2E"), colour("#A87A4A")
OFF, OFF_RIM, OFF_WALL = colour("#221A3E"), colour("#4A4370"), colour("#3A3260")
"""A closed house: its wall, its sign's frame, its awning."""
PINK = colour("#FF5C8A")
CYAN = colour("#5CE1E6")
LILAC = colour("#CFC6F2")
RUSH = colour("#FF8FA8")
STOP = colour("#D81E3A")
RAY, STEP = colour("#352050"), colour("#4F4268")
"""The rays behind the winner, and the steps of the others."""
CHOSEN = colour("#4A3A12")
"""Behind the item that a player has picked."""

NEON: dict[Kind, Colour] = {
    "drug": colour("#FF6FA5"), "grocery": colour("#7ED957"), "hardware": colour("#FFA53D"),
    "pets": colour("#5CC8F5"), "sports": colour("#FFD23F"), "toys": colour("#C493FF"),
    "restaurant": colour("#FF6B5E"), "phone": colour("#FF5252"), "locker": colour("#C7D0E0"),
    "check": colour("#4FE08A"), "pawn": colour("#E8C04A"), "charity": colour("#FF7FC4"),
    "hospital": colour("#E0383E"), "clockwise": colour("#3FE0C0"), "counter": colour("#8FA8FF"),
}  # fmt: skip

_STONES: dict[Quadrant, Colour] = {
    "UL": colour("#D9C2A4"), "UR": colour("#B4C6DA"), "LL": colour("#B5CFB2"), "LR": colour("#D6B9D2"),
}  # fmt: skip
_SHADE: dict[Quadrant, Colour] = {
    "UL": colour("#C6AC8A"), "UR": colour("#9BB0C8"), "LL": colour("#9ABA98"), "LR": colour("#C29FBE"),
}  # fmt: skip
_NIGHTFALL = colour("#120C3A")

ASPHALT: dict[Hour, Colour] = {
    "day": colour("#626A92"), "dusk": colour("#34345A"), "night": colour("#22223F"), "indoors": DEEP,
}  # fmt: skip
LINES: dict[Hour, Colour] = {
    "day": colour("#C9B87A"), "dusk": colour("#7A6A4A"), "night": colour("#5A4E3C"), "indoors": DEEP,
}  # fmt: skip
WALL: dict[Hour, Colour] = {
    "day": colour("#57468A"), "dusk": colour("#2E2352"), "night": colour("#231A42"), "indoors": SHELF,
}  # fmt: skip
FAINT = (0.0, 0.45, 0.65)
"""How much of a walk's colour has worn off: nothing for the newest, then more and more."""
_DUST = colour("#CFC8C0")
_NAMES = 0.45
"""How much paper is in the letters of a quarter's name."""


def hour(number: int) -> Hour:
    """How light it is in a round: the sun is low in the first hour and in the afternoon's rush hour."""
    now = minutes(number)
    if now <= 8 * 60 + 45 or 16 * 60 <= now < 17 * 60:
        return "dusk"
    return "day" if now < 16 * 60 else "night"


def stones(at: Hour, quadrant: Quadrant, odd: bool) -> Colour:
    """The pavement of a quarter, light and dark squares alternating."""
    return _by_the_hour(mix(_STONES[quadrant], _SHADE[quadrant], 0.0 if odd else 0.45), at)


def pavement(quadrant: Quadrant) -> Colour:
    """The pavement of a quarter, for what belongs there."""
    return _STONES[quadrant]


def _by_the_hour(plain: Colour, at: Hour) -> Colour:
    match at:
        case "day":
            return mix(plain, PAPER, 0.45)
        case "night":
            return mix(plain, _NIGHTFALL, 0.42)
    return plain


def trail(at: Hour, seat: Seat, age: int) -> Colour:
    """The colour of a walk: its dog's colour for the newest, fainter with `age`."""
    return mix(SEATS[seat].colour, _by_the_hour(_DUST, at), FAINT[age])


def quarter(quadrant: Quadrant) -> Colour:
    """The colour of a quarter on maps and in words."""
    return mix(_STONES[quadrant], CREAM, _NAMES)


def joint(at: Hour) -> Colour:
    """The colour between the squares."""
    return mix(ASPHALT[at], BOARD, 0.55)
